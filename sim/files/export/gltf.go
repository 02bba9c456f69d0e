package export

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// The binary form of glTF 2.0 (Khronos, ISO/IEC 12113:2022) holds a scene of nodes, each of which places a mesh.
// Bodies that look alike share one mesh. In glTF the y axis points up, so the root node turns the scene.

// Constants that glTF took from OpenGL.
const (
	glFloat         = 5126
	glUint32        = 5125
	glArrayBuffer   = 34962
	glElementBuffer = 34963
)

type gltfNode struct {
	Name        string         `json:"name,omitempty"`
	Mesh        *int           `json:"mesh,omitempty"`
	Translation *[3]float64    `json:"translation,omitempty"`
	Rotation    *[4]float64    `json:"rotation,omitempty"` // x, y, z, w
	Children    []int          `json:"children,omitempty"`
	Extras      map[string]any `json:"extras,omitempty"`
}

type gltfPrimitive struct {
	Attributes map[string]int `json:"attributes"`
	Indices    int            `json:"indices"`
	Material   int            `json:"material"`
}

type gltfMesh struct {
	Primitives []gltfPrimitive `json:"primitives"`
}

type gltfView struct {
	Buffer int `json:"buffer"`
	Offset int `json:"byteOffset"`
	Length int `json:"byteLength"`
	Target int `json:"target"`
}

type gltfAccessor struct {
	View  int       `json:"bufferView"`
	Type  string    `json:"type"`
	Kind  int       `json:"componentType"`
	Count int       `json:"count"`
	Min   []float32 `json:"min,omitempty"`
	Max   []float32 `json:"max,omitempty"`
}

type gltfSurface struct {
	Color     [4]float64 `json:"baseColorFactor"`
	Metallic  float64    `json:"metallicFactor"`
	Roughness float64    `json:"roughnessFactor"`
}

type gltfMaterial struct {
	Surface     gltfSurface `json:"pbrMetallicRoughness"`
	Alpha       string      `json:"alphaMode,omitempty"`
	DoubleSided bool        `json:"doubleSided,omitempty"`
}

// gltf is a scene in the making.
type gltf struct {
	nodes     []gltfNode
	meshes    []gltfMesh
	views     []gltfView
	accessors []gltfAccessor
	materials []gltfMaterial
	data      []byte

	known   map[string]int // meshes: of round shapes by size and colours, of others by triangles and colour
	painted map[string]int // materials by colour and opacity
}

// glassOpacity is the opacity of meshes, as in pictures.
const glassOpacity = 0.25

// glass is the colour of meshes to which the scene gives no colour, as in pictures.
var glass = bridge.RGBA{0xF2, 0x9A, 0x30, 255}

// WriteGLB writes a state as binary glTF. Each sphere, capsule and mesh is a node with its position and with the
// mass, velocity and spin of its body. Walls are left out, since they are infinite.
//
// Errors: a state without a sphere, capsule or mesh, and the errors of w.
func WriteGLB(w io.Writer, s *state.State, o run.Origin) error {
	g := &gltf{known: map[string]int{}, painted: map[string]int{}}
	root := gltfNode{Name: word(o.Scene), Rotation: &[4]float64{-math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2}}
	g.nodes = append(g.nodes, root)
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			b, h := &s.Bodies[i], &s.Bodies[i].Shapes[k]
			number := -1
			if m := h.Def.Outline(); isRound(h) {
				number = g.round(h)
			} else if m != nil {
				number = g.mesh(m, orGlass(h.Def.Colors[0]))
			}
			if number < 0 {
				continue
			}
			g.nodes[0].Children = append(g.nodes[0].Children, len(g.nodes))
			q := rotation(h).Unit()
			g.nodes = append(g.nodes, gltfNode{Name: fmt.Sprintf("%s %d", b.Name, h.ID), Mesh: &number,
				Translation: &h.Position, Rotation: &[4]float64{q.X, q.Y, q.Z, q.W},
				Extras: map[string]any{"body": b.ID, "kind": h.Kind, "mass": b.Mass, "velocity": b.Velocity, "spin": b.Spin}})
		}
	}
	if len(g.nodes) == 1 {
		return fmt.Errorf("export: glb: the state must have a sphere, capsule or mesh, got none")
	}
	return g.writeTo(w, s, o)
}

func orGlass(c bridge.RGBA) bridge.RGBA {
	if c[3] == 0 {
		return glass
	}
	return c
}

// round returns the number of the mesh of a sphere or capsule about the origin, along x.
func (g *gltf) round(h *state.Shape) int {
	key := fmt.Sprint(h.Radius, h.Shaft, h.Def.Colors)
	if number, ok := g.known[key]; ok {
		return number
	}
	plain := *h
	plain.Position, plain.Orientation = [3]float64{}, [4]float64{1}
	var m gltfMesh
	for half := range 2 {
		var s surface
		s.half(&plain, half)
		m.Primitives = append(m.Primitives, g.primitive(&s, g.material(orTone(h.Def.Colors[half], half), 1)))
	}
	return g.put(key, m)
}

// mesh returns the number of the mesh with the triangles of m, in the frame of their shape.
func (g *gltf) mesh(m *mesh.Mesh, c bridge.RGBA) int {
	key := fmt.Sprintf("%p %v", m, c)
	if number, ok := g.known[key]; ok {
		return number
	}
	var s solid
	s.flat(&state.Shape{Orientation: [4]float64{1}}, m.Vertices, m.Triangles)
	return g.put(key, gltfMesh{[]gltfPrimitive{g.primitive(&s.surface, g.material(c, glassOpacity))}})
}

func (g *gltf) put(key string, m gltfMesh) int {
	g.known[key] = len(g.meshes)
	g.meshes = append(g.meshes, m)
	return g.known[key]
}

// material returns the number of the material of a colour. glTF has colours in linear light, not in sRGB.
func (g *gltf) material(c bridge.RGBA, opacity float64) int {
	key := fmt.Sprint(c, opacity)
	if number, ok := g.painted[key]; ok {
		return number
	}
	m := gltfMaterial{Surface: gltfSurface{Roughness: 0.35}, DoubleSided: opacity < 1}
	for k := range 3 {
		m.Surface.Color[k] = linear(float64(c[k]) / 255)
	}
	if m.Surface.Color[3] = opacity; opacity < 1 {
		m.Alpha, m.Surface.Roughness = "BLEND", 0.05
	}
	g.painted[key] = len(g.materials)
	g.materials = append(g.materials, m)
	return g.painted[key]
}

// linear returns the linear light of an sRGB value (IEC 61966-2-1).
func linear(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// primitive appends the data of a surface.
func (g *gltf) primitive(s *surface, material int) gltfPrimitive {
	lo, hi := []float32{s.corners[0], s.corners[1], s.corners[2]}, []float32{s.corners[0], s.corners[1], s.corners[2]}
	for i, x := range s.corners {
		lo[i%3], hi[i%3] = min(lo[i%3], x), max(hi[i%3], x)
	}
	n := s.corners.len() / 3
	corners := gltfAccessor{Type: "VEC3", Kind: glFloat, Count: n, Min: lo, Max: hi}
	at := g.accessor(corners, glArrayBuffer, []float32(s.corners))
	normal := g.accessor(gltfAccessor{Type: "VEC3", Kind: glFloat, Count: n}, glArrayBuffer, []float32(s.normals))
	ids := s.polys.points
	index := g.accessor(gltfAccessor{Type: "SCALAR", Kind: glUint32, Count: len(ids)}, glElementBuffer, ids)
	return gltfPrimitive{map[string]int{"POSITION": at, "NORMAL": normal}, index, material}
}

// accessor appends numbers of four bytes each, and returns the number of their accessor.
func (g *gltf) accessor(a gltfAccessor, target int, numbers any) int {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, numbers) // writing to a buffer cannot fail
	a.View = len(g.views)
	g.views = append(g.views, gltfView{Offset: len(g.data), Length: b.Len(), Target: target})
	g.data = append(g.data, b.Bytes()...)
	g.accessors = append(g.accessors, a)
	return len(g.accessors) - 1
}

// writeTo writes the header and the two chunks, JSON text and data. glTF requires that the length of each chunk is
// a multiple of four bytes.
func (g *gltf) writeTo(w io.Writer, s *state.State, o run.Origin) error {
	text, err := json.Marshal(map[string]any{
		"asset": map[string]any{"version": "2.0", "generator": o.Program.String(), "extras": map[string]any{
			"units": "m, kg, s; velocities in the frame of the root", "time": s.Time, "step": s.Step, "hash": s.Hash,
			"notes": s.Notes, "origin": o}},
		"scene": 0, "scenes": []any{map[string]any{"nodes": []int{0}}}, "nodes": g.nodes, "meshes": g.meshes,
		"materials": g.materials, "accessors": g.accessors, "bufferViews": g.views,
		"buffers": []any{map[string]any{"byteLength": len(g.data)}},
	})
	if err != nil {
		return err
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	const magic, jsonChunk, dataChunk = 0x46546C67, 0x4E4F534A, 0x004E4942
	var head, middle []byte
	for _, x := range []int{magic, 2, 12 + 8 + len(text) + 8 + len(g.data), len(text), jsonChunk} {
		head = binary.LittleEndian.AppendUint32(head, uint32(x))
	}
	for _, x := range []int{len(g.data), dataChunk} {
		middle = binary.LittleEndian.AppendUint32(middle, uint32(x))
	}
	for _, piece := range [][]byte{head, text, middle, g.data} {
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return nil
}
