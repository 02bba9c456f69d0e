package sweep

import (
	"strconv"
	"strings"

	"example.org/tumble/sim/run"
)

// Kind is a way to spread the rows of a sweep over machines, by a script.
type Kind struct {
	Name  string
	File  string // the script, in the folder of the results
	Shell string // the command with which a person starts the script
	text  string
}

// Kinds lists all kinds of scripts: a job array of Slurm, and GNU parallel.
var Kinds = []Kind{
	{"slurm", "sweep.slurm", "bash", slurmText},
	{"parallel", "sweep.parallel.sh", "sh", parallelText},
}

// mostTasks is the largest number of tasks in a job array: Slurm's MaxArraySize is 1001 unless an administrator has
// changed it. If a sweep has more rows, each task runs several of them.
const mostTasks = 1000

// slurmText is the script for Slurm. Each task of the job array runs its rows one after the other. When a person starts
// the script outside of Slurm, it submits itself as a job array, and then a second job that waits for the array and
// summarizes all rows.
const slurmText = `#!/bin/bash
# Rows 1 to ROWS of a sweep as an array of TASKS tasks, then the summary: start it with
#   bash FILE
# What was done stays: started again, only what is missing runs. TUMBLE is the program, if it is not in the PATH.
# Account, partition, memory and time of a task can be given as more lines such as the following ones.
#SBATCH --job-name=tumble-sweep
#SBATCH --array=1-TASKS
#SBATCH --cpus-per-task=1
set -eu
if [ -z "${SLURM_ARRAY_TASK_ID:-}" ] && [ -z "${SLURM_JOB_ID:-}" ]; then
	cd "$(dirname "$0")" && file=$PWD/$(basename "$0") # the tasks say here what they do
	array=$(sbatch --parsable --output=slurm-%A-%a.out "$file")
	exec sbatch --dependency="afterany:${array%%;*}" --array=1-1 --export=ALL,TUMBLE_SUMMARY=1 \
		--output=slurm-%A-summary.out "$file"
fi
cd HERE
[ -z "${TUMBLE_SUMMARY:-}" ] || exec "${TUMBLE:-tumble}" ARGUMENTS --workers "${SLURM_CPUS_PER_TASK:-1}"
first=$(((SLURM_ARRAY_TASK_ID - 1) * EACH + 1))
last=$((SLURM_ARRAY_TASK_ID * EACH))
[ "$last" -le ROWS ] || last=ROWS
exec "${TUMBLE:-tumble}" ARGUMENTS --workers "${SLURM_CPUS_PER_TASK:-1}" --row "$first..$last"
`

// parallelText is the script for GNU parallel. It runs one row on each core of this machine, or of the machines that
// the environment variable PARALLEL names (--sshloginfile).
const parallelText = `#!/bin/sh
# Rows 1 to ROWS of a sweep with GNU parallel, then the summary. What was done stays: started again, only what is
# missing runs. TUMBLE is the program, if it is not in the PATH. PARALLEL can hold options, as GNU parallel has it.
set -eu
cd HERE
command -v parallel >/dev/null || { echo "GNU parallel is not installed" >&2; exit 1; }
seq 1 ROWS | parallel --line-buffer --halt never \
	"'${TUMBLE:-tumble}'" QUOTED --workers 1 --row '{}' || true # the summary says what is missing
exec "${TUMBLE:-tumble}" ARGUMENTS
`

// Script returns the text of the script for a number of rows. The script changes to the given folder and starts this
// program with the given arguments, to which it adds the number of the row and of cores.
func (k *Kind) Script(rows int, folder string, arguments []string) string {
	each := (rows + mostTasks - 1) / mostTasks
	line := strings.TrimPrefix(run.CommandLine(append([]string{""}, arguments...)), "tumble ")
	var twice []string // quoted twice, since GNU parallel passes the words to a second shell
	for _, a := range arguments {
		twice = append(twice, quoted(quoted(a)))
	}
	return strings.NewReplacer("ROWS", strconv.Itoa(rows), "TASKS", strconv.Itoa((rows+each-1)/each),
		"EACH", strconv.Itoa(each), "HERE", quoted(folder), "QUOTED", strings.Join(twice, " "), "ARGUMENTS", line,
		"FILE", k.File).Replace(k.text)
}

// quoted writes a word for a shell.
func quoted(word string) string {
	return strings.TrimPrefix(run.CommandLine([]string{"", word}), "tumble ")
}
