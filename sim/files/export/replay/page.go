package replay

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"example.org/tumble/assets"
	"example.org/tumble/shaders"
)

// Page writes the recording as a page.
//
// Errors: a recording without a moment, and the errors of w.
func (r *Recording) Page(w io.Writer) error {
	if len(r.moments) == 0 {
		return fmt.Errorf("a replay must have a moment, got none")
	}
	data, err := r.Data()
	if err != nil {
		return err
	}
	licence := "Drawn with three.js:\n\n" + file("three", "LICENSE")
	var engine, glue, recorded, starts, lesson string
	if r.computes() {
		licence += "\nThe engine is built with:\n\n" + assets.Licences
		engine, glue, recorded = pack(r.Live.Engine), pack(r.Live.Glue), pack(r.runFile())
		starts, lesson = pack(r.Live.Starts), r.Live.Lesson
	}
	light, err := light()
	if err != nil {
		return err
	}
	title := r.Title
	if title == "" {
		title = r.Origin.Scene
	}
	about := r.Origin.Program.String() + ", scene " + r.Origin.Scene + ", hash " + r.hash
	text, ground := read("page.html"), "dark"
	if r.Light {
		ground = "light"
	}
	for _, part := range [][2]string{
		{"{{style}}", read("page.css")}, {"{{ground}}", ground},
		{"{{licence}}", pack([]byte(licence))},
		{"{{core}}", pack([]byte(file("three", "three.core.min.js")))},
		{"{{module}}", pack([]byte(file("three", "three.module.min.js")))}, {"{{shaders}}", pack(light)},
		{"{{head}}", pack(data.Head)}, {"{{meshes}}", pack(data.Meshes)}, {"{{forces}}", pack(data.Forces)},
		{"{{slices}}", pack(data.Slices)},
		{"{{engine}}", engine}, {"{{glue}}", glue}, {"{{run}}", recorded},
		{"{{starts}}", starts}, {"{{worker}}", read("worker.js")},
		{"{{scripts}}", scripts()},
		// Texts of people come last: they may contain a placeholder, which must not be replaced.
		{"{{lesson}}", lesson}, {"{{title}}", html.EscapeString(title)}, {"{{about}}", html.EscapeString(about)},
	} {
		text = strings.ReplaceAll(text, part[0], part[1])
	}
	const place = `id="poses">`
	before, after, _ := strings.Cut(text, place+"{{poses}}")
	for _, part := range []string{before, place, pack(data.Poses), after} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}

// Data is a recording as bytes, not yet deflated.
type Data struct{ Head, Poses, Forces, Meshes, Slices []byte }

// Data returns the recording as the scripts of a page read it.
func (r *Recording) Data() (d Data, err error) {
	q, slice := r.plan(), r.sliceHead()
	if d.Head, err = r.head(q, slice); err != nil {
		return d, err
	}
	d.Poses, d.Meshes, d.Slices = r.encodePoses(q), r.encodeMeshes(), r.encodeSlices(slice)
	if r.Forces {
		d.Forces = r.encodeForces(q)
	}
	return d, nil
}

// pack deflates data and writes it as text: in ASCII85, which takes 15/16 of the room of base64, with v for <, by which
// a page would take it for a tag.
func pack(data []byte) string {
	var b bytes.Buffer
	text := ascii85.NewEncoder(&b)
	z, _ := zlib.NewWriterLevel(text, zlib.BestCompression) // the only possible error is an unknown level
	z.Write(data)                                           // writing to a buffer cannot fail
	z.Close()
	text.Close()
	return strings.ReplaceAll(b.String(), "<", "v")
}

// file returns the text of a file that is embedded in the program.
func file(folder, name string) string {
	fs := assets.Replay
	if folder == "three" {
		fs = assets.Three
	}
	text, err := fs.ReadFile(folder + "/" + name)
	if err != nil {
		panic(err) // the program was built without this file
	}
	return string(text)
}

func read(name string) string { return file("replay", name) }

// modules are the scripts of the page. Each comes after the scripts that it uses.
var modules = []string{
	"decode.js", "vector.js", "look.js", "surface.js", "run.js", "camera.js", "sheet.js", "occlusion.js", "forces.js",
	"draw.js", "picture.js", "text.js", "chart.js", "live.js", "main.js",
}

// scripts joins the modules into one script, without their imports and exports.
func scripts() string {
	var b strings.Builder
	for _, name := range modules {
		for _, line := range strings.Split(read(name), "\n") {
			if !strings.HasPrefix(line, "import ") {
				b.WriteString(strings.TrimPrefix(line, "export ") + "\n")
			}
		}
	}
	return b.String()
}

// lit lists the shaders of the page: pairs of files, and the macros for both.
var lit = []struct{ name, vertex, fragment, macros string }{
	{"background", "fullscreen.vert", "background.frag", ""},
	{"floor", "wall.vert", "wall.frag", "OPAQUE"},
	{"shade", "wall.vert", "wall.frag", "SHADE"},
	{"wall", "wall.vert", "wall.frag", ""},
	{"pane", "wall.vert", "wall.frag", "PANE"},
	{"capsule", "capsule.vert", "capsule.frag", "SOLID SHADOWS"},
	{"ghost", "capsule.vert", "capsule.frag", "GHOST"},
	{"data", "capsule.vert", "capsule.frag", "DATA"},
	{"capsuleDepth", "shadow_capsule.vert", "shadow_capsule.frag", ""},
	{"capsuleShadow", "floor_shadow.vert", "floor_shadow.frag", ""},
	{"foot", "floor_contact.vert", "floor_contact.frag", ""},
	{"meshVeil", "shadow_mesh.vert", "shadow_mesh.frag", ""},
	{"veil", "veil.vert", "veil.frag", ""},
	{"glassKept", "mesh.vert", "mesh.frag", "GLASS KEPT"},
	{"glassShine", "mesh.vert", "mesh.frag", "GLASS SHINE"},
	{"rim", "line.vert", "line.frag", "MESH"},
	{"arrow", "line.vert", "line.frag", "RIM"},
	{"tube", "cylinder.vert", "cylinder.frag", "SHADOWS"},
	{"slice", "slice.vert", "slice.frag", ""},
	{"tubeDepth", "cylinder.vert", "depth.frag", "DEPTH"},
}

// light returns the texts of the shaders as JSON: for each name, the vertex shader and the fragment shader.
func light() ([]byte, error) {
	texts := make(map[string][2]string, len(lit))
	for _, l := range lit {
		macros := strings.Fields(l.macros)
		vertex, err := shaders.WebText(l.vertex, macros...)
		if err != nil {
			return nil, err
		}
		fragment, err := shaders.WebText(l.fragment, macros...)
		if err != nil {
			return nil, err
		}
		texts[l.name] = [2]string{vertex, fragment}
	}
	return json.Marshal(texts)
}
