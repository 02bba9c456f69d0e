package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
)

// jobKinds are the ways to spread the rows of a sweep over machines; each is a script in the folder of the results.
var jobKinds = []struct {
	name, file, text string
}{
	{"slurm", "sweep.slurm", slurmText},
	{"parallel", "sweep.parallel.sh", parallelText},
}

// jobNames lists them.
func jobNames() (names []string) {
	for _, k := range jobKinds {
		names = append(names, k.name)
	}
	return names
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

// rowRange is the rows that a machine runs of a sweep, first to last; no numbers: all.
type rowRange struct{ first, last int64 }

// parse reads N or N..M.
func (r *rowRange) parse(text string) error {
	from, to, both := strings.Cut(text, "..")
	if !both {
		to = from
	}
	var err, other error
	r.first, err = strconv.ParseInt(from, 10, 64)
	r.last, other = strconv.ParseInt(to, 10, 64)
	if err != nil || other != nil || r.first < 1 || r.last < r.first {
		return fmt.Errorf("must be a number ≥ 1 or a range such as 11..20, got %s", spell.Quote(text))
	}
	return nil
}

// has reports whether a row is to run.
func (r rowRange) has(number int) bool {
	return r.first == 0 || r.first <= int64(number) && int64(number) <= r.last
}

// writeJobs writes the script that runs the rows elsewhere, and says how to start it.
func (s *sweep) writeJobs() error {
	kind := jobKinds[s.jobs-1]
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	rows := len(s.table.rows)
	each := (rows + mostTasks - 1) / mostTasks
	name := filepath.Join(s.folder, kind.file)
	arguments := s.jobArguments()
	line := strings.TrimPrefix(run.CommandLine(append([]string{""}, arguments...)), "tumble ")
	var twice []string // parallel hands its words to a shell once more
	for _, a := range arguments {
		twice = append(twice, strings.TrimPrefix(run.CommandLine([]string{"",
			strings.TrimPrefix(run.CommandLine([]string{"", a}), "tumble ")}), "tumble "))
	}
	text := strings.NewReplacer("ROWS", strconv.Itoa(rows), "TASKS", strconv.Itoa((rows+each-1)/each),
		"EACH", strconv.Itoa(each), "HERE", strings.TrimPrefix(run.CommandLine([]string{"", here}), "tumble "),
		"QUOTED", strings.Join(twice, " "), "ARGUMENTS", line, "FILE", kind.file).Replace(kind.text)
	if err := outfile.WriteBytes(name, []byte(text)); err != nil {
		return err
	}
	start := "bash"
	if kind.name == "parallel" {
		start = "sh"
	}
	_, err = fmt.Fprintf(s.call.say(), "%s runs %d rows: %s %s\n", name, rows, start, name)
	return err
}

// jobArguments returns the command line without what is different for each machine.
func (s *sweep) jobArguments() (list []string) {
	for i := 0; i < len(s.call.env.line); i++ {
		a := s.call.env.line[i]
		name, _, joined := strings.Cut(a, "=")
		if name == "--jobs" || name == "--workers" {
			if !joined {
				i++
			}
			continue
		}
		list = append(list, a)
	}
	return list
}
