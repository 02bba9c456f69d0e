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
	Shell string // by which a person starts it
	text  string
}

// Kinds are all there are: an array of Slurm, and GNU parallel.
var Kinds = []Kind{
	{"slurm", "sweep.slurm", "bash", slurmText},
	{"parallel", "sweep.parallel.sh", "sh", parallelText},
}

// mostTasks is how many tasks an array of Slurm has at most, unless its administrator says otherwise
// (MaxArraySize is 1001): of more rows, a task runs several.
const mostTasks = 1000

// slurmText runs as many rows in each task of an array as it takes, one after the other. Started by a person, it hands
// itself in, and behind it what tells of all rows.
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

// parallelText runs a row on each core of one machine, or of those that PARALLEL names (--sshloginfile).
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

// Script returns the script for so many rows, which begins in a folder. The arguments are those of the program for all
// rows, to which the script adds the row and the number of cores.
func (k *Kind) Script(rows int, folder string, arguments []string) string {
	each := (rows + mostTasks - 1) / mostTasks
	line := strings.TrimPrefix(run.CommandLine(append([]string{""}, arguments...)), "tumble ")
	var twice []string // parallel hands its words to a shell once more
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
