package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
)

var checkCommand = command{
	name: "check", args: "FILE",
	reports: true,
	does:    "checks a mesh or a scene and says what is wrong and where",
	more: "A mesh (.stl, .obj, .ply) is described: size, rims, volume, and what is odd about it, which\n" +
		"is no error. A scene (.yaml, a Woo script .py, or a built-in one) is read and built with all\n" +
		"its files, and goes one step, which finds what overlaps. A run file (run --run-file, .tumble) is run\n" +
		"again and compared with what it says of itself: the exit status is 1 if it is not reproduced, whatever\n" +
		"the number of cores and the kernels. A saved state is restored.",
	example: "tumble check bottle.stl",
	prepare: func(f *flags) action {
		var asJSON bool
		var readable readFlags
		f.toggle("json", "what a mesh is made of, as one JSON object", &asJSON)
		readable.declare(f)
		return func(c *call) error {
			path, err := c.one("check", "FILE")
			if err != nil {
				return err
			}
			if mesh.IsName(path) {
				return checkMesh(c, path, asJSON)
			}
			if scene.IsSaved(path) {
				return checkRun(c, path)
			}
			return checkScene(c, path, scene.Options{AllowRead: readable.folders})
		}
	},
}

// checkMesh reads, welds and describes a mesh.
func checkMesh(c *call, path string, asJSON bool) error {
	data, err := input.Read(path, limit.DataBytes)
	if err != nil {
		return err
	}
	soup, err := mesh.Read(path, data)
	if err != nil {
		return err
	}
	_, report := mesh.Weld(soup, mesh.DefaultTolerance)
	if report.Triangles == 0 {
		return fmt.Errorf("%s: a mesh must have a triangle of more than no area, got none of %d facets", path, report.Facets)
	}
	if asJSON {
		return printJSON(c.env.Stdout, newMeshResult(path, report))
	}
	_, err = fmt.Fprintln(c.messages(), strings.Join(mesh.Describe(path, report), "\n"))
	return err
}

// MeshResult is the output of check --json for a mesh, in the unit of the file.
type MeshResult struct {
	File             string        `json:"file"`
	Facets           int           `json:"facets"`
	Degenerate       int           `json:"degenerate"`
	Duplicates       int           `json:"duplicates"`
	Vertices         int           `json:"vertices"`
	Triangles        int           `json:"triangles"`
	Components       int           `json:"components"`
	OpenEdges        int           `json:"openEdges"`
	Rims             int           `json:"rims"`
	NonManifoldEdges int           `json:"nonManifoldEdges"`
	FlippedEdges     int           `json:"flippedEdges"`
	Box              [2][3]float64 `json:"box"` // lower and upper corner
	Area             float64       `json:"area"`
	Volume           float64       `json:"volume"` // 0 if the mesh is not closed
	Closed           bool          `json:"closed"`
	Convex           bool          `json:"convex"`
}

func newMeshResult(path string, r mesh.Report) MeshResult {
	lo, hi := r.Box.Lo, r.Box.Hi
	return MeshResult{
		File: path, Facets: r.Facets, Degenerate: r.Degenerate, Duplicates: r.Duplicates,
		Vertices: r.Vertices, Triangles: r.Triangles, Components: r.Components,
		OpenEdges: r.OpenEdges, Rims: r.Rims, NonManifoldEdges: r.NonManifoldEdges, FlippedEdges: r.FlippedEdges,
		Box:  [2][3]float64{{lo.X, lo.Y, lo.Z}, {hi.X, hi.Y, hi.Z}},
		Area: r.Area, Volume: r.Volume, Closed: r.Closed, Convex: r.Convex,
	}
}

// checkRun repeats the run of a run file and reports whether it is reproduced.
func checkRun(c *call, path string) error {
	r, err := scene.ReadRecorded(path)
	if errors.Is(err, runfile.ErrNone) { // a saved state of the first form
		return checkScene(c, path, scene.Options{})
	}
	if err != nil {
		return err
	}
	last, whole := r.End()
	p := newProgress(c.env)
	v, err := r.Reproduce(runtime.GOMAXPROCS(0), func(done, all int64) error {
		if done%64 == 0 {
			p.show(batch.Progress{Done: float64(done) / float64(all)})
		}
		return batch.Interrupted(c)
	})
	p.clear()
	if err != nil {
		return err
	}
	if !v.Reproduced {
		return errors.New(path + ": not reproduced: " + whyNot(r, v))
	}
	text := fmt.Sprintf("%s: reproduced, %s to %s, hash %016x\n", path,
		spell.Count(last.Step-r.Begin().Step, "step", "steps"), spell.Time(last.Time), last.Hash)
	if v.Softened > 1 {
		text += fmt.Sprintf("notice: it is a preview, with contacts up to %g times softer than their materials: no receipt "+
			"of the run with them as they are\n", v.Softened)
	}
	if n := r.Tracks(); n > 1 {
		text += fmt.Sprintf("notice: its %d tracks are reproduced\n", n)
	}
	if !whole {
		text += "notice: the writing of the file ended before the run did\n"
	}
	if n := r.Cut(); n > 0 {
		text += fmt.Sprintf("notice: %d bytes at its end belong to a block that is not complete\n", n)
	}
	_, err = io.WriteString(c.messages(), text)
	return err
}

// whyNot returns the reason why a run is not reproduced.
func whyNot(r *scene.Recorded, v scene.Verdict) string {
	var why []string
	if v.LeftOut != "" {
		why = append(why, "the file is damaged, and left out is "+v.LeftOut)
	}
	if !v.Differs {
		return strings.Join(append(why, "the rest is the same"), "; ")
	}
	differs := fmt.Sprintf("it differs between steps %d and %d", v.Good, v.End.Step)
	if r.Tracks() > 1 {
		differs += " of " + spell.Line(v.Track)
	}
	why = append(why, differs)
	if v.What != "" {
		why = append(why, v.What)
	}
	return strings.Join(why, "; ")
}

// checkScene builds a scene and prints the number of its bodies, its end and its warnings.
func checkScene(c *call, name string, o scene.Options) error {
	var bodies int
	var warnings []string
	s, err := batch.Load(c, func() (run.Scene, error) {
		s, err := source.Load(name, o)
		if err == nil {
			bodies, warnings = s.World.NumBodies(), findings(s.World)
		}
		return s, err
	})
	if err != nil {
		return err
	}
	defer s.World.Close()
	end := "no end of its own"
	if s.End > 0 {
		end = "ends at " + spell.Time(s.End)
	}
	if s.Title != "" {
		name += ": " + s.Title
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s at the start, %s\n", name, spell.Count(bodies, "body", "bodies"), end)
	for _, t := range warnings {
		fmt.Fprintf(&text, "notice: %s\n", t)
	}
	_, err = io.WriteString(c.messages(), text.String())
	return err
}

// findings returns the messages of a world so far, and the warnings of its next step, which finds overlapping
// bodies.
func findings(w *sim.World) (warnings []string) {
	said := len(w.Log().All())
	w.Step()
	for i, n := range w.Log().All() {
		if i < said || n.Level == bridge.Warning || n.Level == bridge.Fault {
			warnings = append(warnings, n.Text)
		}
	}
	return warnings
}
