#!/bin/sh
#SBATCH --job-name=tumble
#SBATCH --ntasks=16
#SBATCH --time=24:00:00
# By hand: ./run.sh, or NP=8 ./run.sh. On a cluster: sbatch run.sh. MPIFLAGS are more flags of mpirun.
set -e
if [ -n "$SLURM_JOB_ID" ]; then cd "$SLURM_SUBMIT_DIR"; else cd "$(dirname "$0")"; fi
if [ "$(id -u)" = 0 ]; then
	case "$(mpirun --version 2>&1) $MPIFLAGS ${OMPI_ALLOW_RUN_AS_ROOT:+may}${OMPI_ALLOW_RUN_AS_ROOT_CONFIRM:+may}" in
	*--allow-run-as-root* | *maymay) ;;
	*"Open MPI"*)
		echo "run.sh: Open MPI does not run as root unless it is told to: run this as another user, or as" >&2
		echo "    MPIFLAGS=--allow-run-as-root $0" >&2
		exit 1 ;;
	esac
fi
exec mpirun $MPIFLAGS -np "${NP:-${SLURM_NTASKS:-2}}" lmp -in in.lammps -log log.lammps
