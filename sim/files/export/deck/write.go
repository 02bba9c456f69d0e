package deck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// SceneName is the file in an exported folder that holds the whole state, including its meshes.
const SceneName = "scene.tumble"

// Names of folders and of a file in an exported folder.
const (
	resultsName = "post"
	meshesName  = "meshes"
	runName     = "run.sh" // a file
)

// CheckFolder returns an error if a folder of this name cannot be written. The folder must not exist, or be empty,
// or be an exported folder without results.
func CheckFolder(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s: must be a folder: %w", folder, err)
	case len(entries) == 0:
		return nil
	}
	if _, err := ReadRecord(folder); err != nil {
		return fmt.Errorf("%s: is there and no exported folder: give another name", folder)
	}
	if results, _ := os.ReadDir(filepath.Join(folder, resultsName)); len(results) > 0 {
		return fmt.Errorf("%s: holds results of a run (%s/): give another name, or remove them", folder, resultsName)
	}
	return nil
}

// Write writes the deck as a folder, which appears whole or not at all; scene writes the state from which the deck
// was made.
//
// Errors: the errors of CheckFolder and of the file system.
func (d *Deck) Write(folder string, scene func(io.Writer) error) error {
	if err := CheckFolder(folder); err != nil {
		return err
	}
	return outfile.WriteFolder(folder, func(part string) error { return d.fill(part, scene) })
}

// fill writes the files into a folder.
func (d *Deck) fill(folder string, scene func(io.Writer) error) error {
	if err := d.fillTexts(folder); err != nil {
		return err
	}
	for i := range d.meshes {
		if err := outfile.Write(filepath.Join(folder, d.meshes[i].file), d.meshes[i].mesh.WriteSTL); err != nil {
			return err
		}
	}
	for _, f := range d.program.files(d) {
		if err := outfile.Write(filepath.Join(folder, f.name), f.write); err != nil {
			return err
		}
	}
	return outfile.Write(filepath.Join(folder, SceneName), scene)
}

// fillTexts writes the files that people read, and makes the folders for results and meshes.
func (d *Deck) fillTexts(folder string) error {
	folders := []string{resultsName}
	if len(d.meshes) > 0 {
		folders = append(folders, meshesName)
	}
	for _, name := range folders {
		if err := outfile.MakeFolder(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	record, err := json.MarshalIndent(d.record(), "", "\t")
	if err != nil {
		return err
	}
	texts := [][]byte{[]byte(d.program.script(d)), append(record, '\n'), d.mapping(), d.readme(), d.runScript()}
	for i, name := range []string{d.deckName(), RecordName, "mapping.md", "README.md", runName} {
		if err := outfile.WriteBytes(filepath.Join(folder, name), texts[i]); err != nil {
			return err
		}
	}
	return os.Chmod(filepath.Join(folder, runName), 0o755)
}

// deckName returns the name of the file with the script of the program.
func (d *Deck) deckName() string { return "in." + d.Program }

// record returns the Record of the folder.
func (d *Deck) record() *Record {
	r := &Record{
		Format: RecordFormat, Version: RecordVersion, Program: d.Program, TimeStep: d.dt, Start: d.start, Steps: d.steps,
		DumpEvery: d.dumpEvery, Dumps: resultsName + "/atoms.*.txt", Columns: d.columns(), BodyColumn: d.bodyColumn(),
		Scene: SceneName, Types: []AtomType{}, Templates: []Template{}, Meshes: []Mesh{},
	}
	for i, t := range d.types {
		r.Types = append(r.Types, AtomType{i + 1, d.plan.Materials[t.material].Name, t.radius, t.flat})
	}
	for i := range d.templates {
		r.Templates = append(r.Templates, d.templates[i].record(d))
	}
	for _, m := range d.meshes {
		r.Meshes = append(r.Meshes, Mesh{m.name, m.file, m.kind})
	}
	for i := range d.plan.Motions {
		m := &d.plan.Motions[i].Def
		r.Motions = append(r.Motions, Motion{m.Name, m.Body, begins(&m.When), m.When.After})
	}
	return r
}

// record returns a clump in the form of the Record.
func (c *clump) record(d *Deck) Template {
	j := c.inertia
	out := Template{Name: c.name, Type: c.kind, Mass: c.mass, Inertia: [3]float64{j.X, j.Y, j.Z},
		Spheres: c.spheres, Rough: c.rough}
	for k := range c.shapes {
		p := &c.shapes[k]
		axis := p.Orientation.Unit().Rotate(vec.AxisX)
		out.Shapes = append(out.Shapes, Shape{
			Kind: p.Kind.String(), Radius: p.Radius, Shaft: p.Shaft,
			Position: [3]float64{p.Position.X, p.Position.Y, p.Position.Z}, Axis: [3]float64{axis.X, axis.Y, axis.Z},
			Material: d.plan.Materials[p.Material].Name,
			Colors:   [2]string{hex(p.Colors[0]), hex(p.Colors[1])},
		})
	}
	return out
}

// hex returns a colour as text; empty if no colour is given.
func hex(c bridge.RGBA) string {
	if c == (bridge.RGBA{}) {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x%02x", c[0], c[1], c[2], c[3])
}

// mapping returns the text of mapping.md: the rows of the mapping, and the types of atoms.
func (d *Deck) mapping() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# What %s is told of %s\n\n| Setting | Grade | How |\n|---|---|---|\n", d.Program, spellName(d.Name))
	for _, r := range d.rows {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", spellName(r.Setting), r.Grade, strings.ReplaceAll(r.How, "|", "\\|"))
	}
	fmt.Fprintf(&b, "\n## Types of atoms\n\n| Type | Material | Radius [m] |\n|---|---|---|\n")
	for i, t := range d.types {
		radius := fmt.Sprintf("%.8g", t.radius)
		if t.flat {
			radius = "flat"
		} else if t.radius == 0 {
			radius = "any"
		}
		fmt.Fprintf(&b, "| %d | %s | %s |\n", i+1, spellName(d.plan.Materials[t.material].Name), radius)
	}
	return b.Bytes()
}

// readme returns the text of README.md, which says how to run the deck.
func (d *Deck) readme() []byte {
	return fmt.Appendf(nil, `# %s for %s

Written by Tumble. "./run.sh" runs %s on two processes, "NP=16 ./run.sh" on 16, "sbatch run.sh" as a job of Slurm.
Results come into %s/, one file every %d steps of %.6g s, %d steps in all. Open MPI does not run as root, unless as
"MPIFLAGS=--allow-run-as-root ./run.sh".

- %s: the deck
- mapping.md: what is exact, approximated and lost
- %s: what the numbers of the results mean
- %s: the state that this was made of
`, spellName(d.Name), d.Program, d.deckName(), resultsName, d.dumpEvery, d.dt, d.steps, d.deckName(), RecordName,
		SceneName)
}

// runScript returns the shell script that runs the deck. Open MPI refuses to run as root, the usual user in
// containers, with an alarming message, so the script itself first says what to do.
func (d *Deck) runScript() []byte {
	return fmt.Appendf(nil, `#!/bin/sh
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
exec mpirun $MPIFLAGS -np "${NP:-${SLURM_NTASKS:-2}}" %s -in %s -log log.%s
`, d.program.command, d.deckName(), d.Program)
}

// Summary returns one line about the contents of the deck.
func (d *Deck) Summary() string {
	grades := map[string]int{}
	for _, r := range d.rows {
		grades[r.Grade]++
	}
	return fmt.Sprintf("%d spheres, %d inlets, %d meshes, %d steps of %.4g s; of its settings %d are exact, %d "+
		"approximated, %d lost: see mapping.md", len(d.atoms), len(d.feeds), len(d.meshes), d.steps, d.dt, grades[Exact],
		grades[Approximated], grades[Lost])
}
