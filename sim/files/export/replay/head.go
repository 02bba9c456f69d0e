package replay

import (
	"encoding/json"
	"fmt"
	"slices"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
)

// form is the version of the data format, which the scripts of the page check.
const form = 2

// head holds all data of a replay except poses, forces, meshes and slices, as the page reads it.
type head struct {
	Form       int             `json:"form"`
	Title      string          `json:"title"`
	Origin     [][2]string     `json:"origin"`
	Parameters [][3]string     `json:"parameters"`
	Hash       string          `json:"hash"` // of the state at the last moment
	View       bridge.ViewHint `json:"view"`
	Quantum    Quantum         `json:"quantum"`
	Grain      float64         `json:"grain"` // smallest radius [m]
	Times      []float64       `json:"times"` // [s]
	Steps      []int64         `json:"steps"`
	Core       [][6]float32    `json:"core"`
	Poses      int             `json:"poses"`
	Contacts   []int           `json:"contacts,omitempty"` // number of contacts in each moment
	Materials  []string        `json:"materials"`
	Meshes     []meshHead      `json:"meshes"`
	Templates  []template      `json:"templates"`
	Bodies     []bodyHead      `json:"bodies"`
	Notes      []string        `json:"notes"`
	Kinetic    []float64       `json:"kinetic,omitempty"` // kinetic energy in each moment [J]
	Whole      []float64       `json:"whole,omitempty"`   // kinetic, potential and elastic energy in each moment [J]
	Left       []float64       `json:"left,omitempty"`    // mass that outlets have removed until then [kg]
	Sensors    []sensorHead    `json:"sensors,omitempty"`
	Slice      *sliceHead      `json:"slice,omitempty"`
	Knobs      any             `json:"knobs,omitempty"`
}

// meshHead holds the numbers of vertices, triangles and edges of a mesh.
type meshHead struct {
	Vertices  int `json:"vertices"`
	Triangles int `json:"triangles"`
	Edges     int `json:"edges"`
}

// template is the list of shapes that several bodies can share, in the frame of a body.
type template []shapeHead

// shapeHead is one shape, in the frame of its body.
type shapeHead struct {
	Kind        string         `json:"kind"` // round, mesh, wall, cylinder
	Radius      float64        `json:"radius,omitempty"`
	Half        float64        `json:"half,omitempty"` // half the length of a segment or of a drawn cylinder [m]
	Position    [3]float64     `json:"position"`
	Orientation [4]float64     `json:"orientation"`
	Colors      [2]bridge.RGBA `json:"colors"`
	Material    int            `json:"material"`
	Mesh        int            `json:"mesh,omitempty"`
	Inside      bool           `json:"inside,omitempty"`
	Axis        int            `json:"axis,omitempty"`
	Sense       int            `json:"sense,omitempty"`
	Lo          *[2]float64    `json:"lo,omitempty"`
	Hi          *[2]float64    `json:"hi,omitempty"`
}

// bodyHead is one body, in the order of tracks.
type bodyHead struct {
	ID       int64   `json:"id"`
	Name     string  `json:"name,omitempty"`
	Kind     string  `json:"kind"`
	Mass     float64 `json:"mass"` // [kg]
	Template int     `json:"template"`
	First    int     `json:"first"` // index of the first moment with the body
	Last     int     `json:"last"`  // index of the last moment with the body
}

// head returns the head as JSON, and collects the meshes of all bodies in r.meshes.
func (r *Recording) head(q Quantum, slice *sliceHead) ([]byte, error) {
	h := head{Form: form, Title: r.Title, Origin: r.Origin.Fields()[1:], Parameters: r.parameters(), Hash: r.hash,
		View: r.View, Quantum: q, Grain: r.grain, Poses: r.poses, Materials: r.names,
		Meshes: []meshHead{}, Notes: state.Notes}
	for i := range r.moments {
		m := &r.moments[i]
		h.Times, h.Steps = append(h.Times, m.time), append(h.Steps, m.step)
		h.Core = append(h.Core, [6]float32{m.core[0][0], m.core[0][1], m.core[0][2], m.core[1][0], m.core[1][1],
			m.core[1][2]})
		if r.Charts {
			h.Kinetic, h.Whole = append(h.Kinetic, m.kinetic), append(h.Whole, m.whole)
		}
		if r.Charts && len(r.last.Outlets) > 0 {
			h.Left = append(h.Left, m.left)
		}
		if r.Forces {
			h.Contacts = append(h.Contacts, len(m.forces))
		}
	}
	h.Sensors, h.Slice = r.sensors(), slice
	if r.computes() {
		h.Knobs = r.Live.Knobs
	} else if r.Live != nil {
		h.Notes = append(slices.Clip(h.Notes), fmt.Sprintf("it has %d bodies, more than the %d that a page computes",
			len(r.tracks), MostLiveBodies))
	}
	r.meshes = r.meshes[:0]
	known := map[string]int{}
	for i := range r.tracks {
		t := &r.tracks[i]
		shapes := r.template(t)
		text, err := json.Marshal(shapes)
		if err != nil {
			return nil, err
		}
		number, ok := known[string(text)]
		if !ok {
			number = len(h.Templates)
			known[string(text)] = number
			h.Templates = append(h.Templates, shapes)
		}
		h.Bodies = append(h.Bodies, bodyHead{ID: int64(t.id), Name: t.name, Kind: t.kind, Mass: t.mass, Template: number,
			First: t.first, Last: t.last})
	}
	for _, m := range r.meshes {
		h.Meshes = append(h.Meshes, meshHead{len(m.Vertices), len(m.Triangles), len(m.FeatureEdges(creaseAngle))})
	}
	return json.Marshal(&h)
}

// template returns the shapes of a body in its own frame.
func (r *Recording) template(t *track) (list template) {
	for k := range t.shapes {
		d := t.shapes[k].Def
		s := shapeHead{Radius: d.Radius, Half: d.Shaft / 2, Colors: d.Colors, Material: d.Material,
			Position:    [3]float64{d.Position.X, d.Position.Y, d.Position.Z},
			Orientation: [4]float64{d.Orientation.W, d.Orientation.X, d.Orientation.Y, d.Orientation.Z}}
		switch outline := d.Outline(); {
		case d.Kind == shape.KindWall:
			w := &d.Wall
			s.Kind, s.Axis, s.Sense = "wall", w.Axis, w.Sense
			s.Position = [3]float64{} // the pose of a wall holds the position of the shape
			if w.Hi[0] > w.Lo[0] {
				s.Lo, s.Hi = &w.Lo, &w.Hi
			}
		case d.Kind == shape.KindCylinder:
			s.Kind, s.Half, s.Inside = "cylinder", d.Cylinder.Drawn/2, d.Cylinder.Hollow
		case outline != nil:
			s.Kind, s.Mesh = "mesh", r.meshOf(outline)
		default:
			s.Kind = "round"
		}
		list = append(list, s)
	}
	return list
}

// meshOf returns the number of a mesh in r.meshes, to which it adds the mesh if it is new.
func (r *Recording) meshOf(m *mesh.Mesh) int {
	for i, o := range r.meshes {
		if o == m || slices.Equal(o.Vertices, m.Vertices) && slices.Equal(o.Triangles, m.Triangles) {
			return i
		}
	}
	r.meshes = append(r.meshes, m)
	return len(r.meshes) - 1
}
