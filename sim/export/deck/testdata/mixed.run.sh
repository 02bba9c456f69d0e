#!/bin/sh
#SBATCH --job-name=tumble
#SBATCH --ntasks=16
#SBATCH --time=24:00:00
# By hand: ./run.sh, or NP=8 ./run.sh. On a cluster: sbatch run.sh. MPIFLAGS are more flags of mpirun.
set -e
if [ -n "$SLURM_JOB_ID" ]; then cd "$SLURM_SUBMIT_DIR"; else cd "$(dirname "$0")"; fi
exec mpirun $MPIFLAGS -np "${NP:-${SLURM_NTASKS:-2}}" lmp -in in.lammps -log log.lammps
