package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// leaves calls yield for every number, flag and text that is reached from v, with its path,
// and changes it while yield looks: one bit of it. Paths in without are passed over; what is
// reached twice is looked at once.
type leaves struct {
	without map[string]string // path: reason
	passed  map[string]bool
	seen    map[any]bool
	random  *rand.Rand
	yield   func(path string)
}

func (l *leaves) walk(v reflect.Value, path string) {
	if _, ok := l.without[path]; ok {
		l.passed[path] = true
		return
	}
	if v.CanAddr() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // also what is not exported
	}
	change := func(to reflect.Value) {
		was := reflect.New(v.Type()).Elem()
		was.Set(v)
		v.Set(to.Convert(v.Type()))
		l.yield(path)
		v.Set(was)
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "_" {
				l.walk(v.Field(i), strings.TrimPrefix(path+"."+name, "."))
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			l.walk(v.Index(i), path)
		}
	case reflect.Pointer:
		if p := v.Interface(); !v.IsNil() && !l.seen[p] {
			l.seen[p] = true
			l.walk(v.Elem(), path)
		}
	case reflect.Interface:
		inner := reflect.New(v.Elem().Type()).Elem()
		inner.Set(v.Elem())
		yield, was := l.yield, v.Interface()
		l.yield = func(path string) {
			v.Set(inner)
			yield(path)
			v.Set(reflect.ValueOf(was))
		}
		l.walk(inner, path)
		l.yield = yield
	case reflect.Bool:
		change(reflect.ValueOf(!v.Bool()))
	case reflect.String:
		change(reflect.ValueOf(v.String() + "x"))
	case reflect.Float64:
		if v.Float() != 0 {
			change(reflect.ValueOf(-v.Float()))
		}
		change(reflect.ValueOf(math.Float64frombits(math.Float64bits(v.Float()) ^ 1<<l.random.IntN(63))))
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Int64:
		change(reflect.ValueOf(v.Int() ^ 1<<l.random.IntN(v.Type().Bits())))
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		change(reflect.ValueOf(v.Uint() ^ 1<<l.random.IntN(v.Type().Bits())))
	default:
		panic(fmt.Sprintf("%s is a %v", path, v.Type()))
	}
}

// everyChangeSeen walks through what x points to and expects another hash after each change.
func everyChangeSeen(t *testing.T, x any, name string, without map[string]string, hash func() uint64) {
	t.Helper()
	was, n := hash(), 0
	unseen := map[string]int{}
	l := leaves{without: without, passed: map[string]bool{}, seen: map[any]bool{}, random: rand.New(rand.NewPCG(1, 2))}
	l.yield = func(path string) {
		if n++; hash() == was {
			unseen[path]++
		}
	}
	l.walk(reflect.ValueOf(x).Elem(), name)
	for path, n := range unseen {
		t.Errorf("%s changed %d times unseen", path, n)
	}
	for path := range without {
		if !l.passed[path] {
			t.Errorf("there is no %s", path)
		}
	}
	if hash() != was {
		t.Errorf("%s: the hash does not come back", name)
	}
	if n == 0 {
		t.Errorf("%s: nothing was changed", name)
	}
}

// Contract: no bit of what decides how a run goes on can change without the hash. Whatever a
// world has is in it, but for what is listed here with the reason.
func TestHashSeesTheWholeState(t *testing.T) {
	t.Parallel()
	const (
		derived = "follows from the rest"
		search  = "of the search for contacts, which changes no result"
		memory  = "used again in every step"
		shows   = "only shows, or is only read out"
		names   = "others know by it what they wait for, and that is in the hash"
	)
	w := busy(t, 1)
	for range 2700 {
		w.Step()
	}
	bridge.MakeEdit(w, bridge.Grab{Body: int64(w.bodies.ID(int(lowest(w)))), To: vec.New(0.1, 0.2, 0.3)})
	if !w.hand.Held() {
		t.Fatal("no body is held")
	}
	err := w.Build().AddForce(external.Def{Name: "wind", Bodies: "lid", Times: []float64{0, 1},
		Factors: []float64{1, 2}, Acts: setting.Force{Formula: setting.Formula{"x"}}})
	if err != nil {
		t.Fatal(err)
	}
	everyChangeSeen(t, w, "", map[string]string{
		"params.FirstTimeStep": "is in the clock", "params.Workers": "changes no result",
		"params.Seed": "is in the streams of inlets", "contacts.Materials.Name": shows,
		"motions.List.Def.Name": names, "motions.List.Def.Body": names, "flow.Inlets.Def.Name": names,
		"flow.Outlets.Def.Name": names,
		"contacts.soften":       derived,
		"contacts.Properties":   derived, "contacts.Law": derived, "contacts.Resists": derived, "contacts.Damps": derived,
		"bodies.Created": derived, "bodies.Wrench": derived, "bodies.commons": "see below",
		"bodies.born": shows, "bodies.Start": shows,
		"bodies.Travel": search, "bodies.limit": search,
		"bodies.names": derived, "motions.lead": memory, "shapes": derived,
		"motions.List.Body": "see below", "flow.Inlets.products.template": "see below",
		"flow.Inlets.Def.Products": "are in products", "flow.Inlets.products.sizer": derived,
		"flow.Inlets.weight": derived, "flow.Inlets.makes": derived,
		"flow.Inlets.products.def.Shapes.Wall":     "not of a product",
		"flow.Inlets.products.def.Shapes.Mesh":     "not of a product",
		"flow.Inlets.products.def.Shapes.Cylinder": "not of a product",
		"flow.Inlets.products.def.Shapes.MeshName": shows, "flow.Inlets.products.def.Shapes.Colors": shows,
		"flow.Inlets.random": "is source", "flow.Inlets.rate": shows, "flow.Inlets.occupancy": memory,
		"flow.Inlets.trial": memory, "flow.Outlets.Energy": shows, "flow.Outlets.rate": shows,
		"flow.Outlets.Ages": shows,
		"flow.site":         "is this world", "motions.site": "is this world",
		"contacts.Bodies": "are the world's", "contacts.Shapes": "are the world's",
		"contacts.Clock": "is the world's", "contacts.Team": "is the world's",
		"contacts.Gravity": derived, "contacts.Lists": "see below", "contacts.Chunks": search, "contacts.Listing": search,
		"contacts.outcomes": memory, "contacts.walls": derived,
		"contacts.views": search, "contacts.viewMemory.freeViews": search, "contacts.viewMemory.viewing": memory,
		"contacts.seen": memory, "contacts.foundIn": shows,
		"contacts.Pool": memory, "contacts.Count": shows, "contacts.Deepest": shows, "contacts.Unsound": "becomes a fault",
		"contacts.Partition": memory, "contacts.Spaces": memory, "contacts.stiff": memory, "contacts.find": memory,
		"neighbours":        search,
		"contacts.Revision": "templates remember it", "contacts.rule": derived,
		"contacts.ruleBefore": "books what a new rule changes", "contacts.sum": memory, "contacts.timedSum": memory,
		"contacts.Move": memory, "bodies.Recent": memory, "bodies.leaving": memory, "publisher": memory,
		"forces.site": "is this world", "forces.spaces": memory, "forces.acting": memory, "forces.half": memory,
		"forces.gravity": memory, "forces.works": memory, "forces.bad": memory,
		"forces.List.Def.Name": names, "forces.List.changes": derived,
		"forces.List.chosen": derived,
		"ledger":             shows, "profile": shows, "log.step": "is the clock", "log.list": shows, "log.last": shows,
		"audit":      shows,
		"integrator": memory, "hand.last": memory, "surfaces": shows, "tally": shows, "collisions": shows,
		"contacts.losses": shows,
	}, w.Hash)

	hash, m := w.Hash(), &w.motions.List[0]
	m.Body, w.motions.List[1].Body = w.motions.List[1].Body, m.Body
	if w.Hash() == hash {
		t.Error("two motions changed bodies unseen")
	}
	m.Body, w.motions.List[1].Body = w.motions.List[1].Body, m.Body

	touching, swapped, sides := 0, 0, 0
	for k := range w.contacts.Listed {
		for i := range k.Contacts.N {
			without := map[string]string{
				"contact.Contact.Springs": derived, "contact.Contact.Resistance.Drag": derived,
				"contact.Contact.BodyA": "see below", "contact.Contact.BodyB": "see below",
				"contact.Contact.A": "see below",
				"contact.Contact.B": "see below", "contact.Contact.KindA": "of the shape",
				"contact.Contact.KindB": "of the shape",
				"contact.Contact.Fresh": derived, "contact.Contact.Sliding": derived,
			}
			pair := &contact.PairState{}
			if k.List.KindA == shape.KindWall {
				pair = &k.States[k.Contacts.PairOf(i)]
				sides++
			} else {
				without["contact.side"] = "only of walls"
			}
			own := struct {
				contact.Contact
				side int8
			}{k.Contact(i), pair.Side}
			everyChangeSeen(t, &own, "contact", without, func() uint64 {
				was, wasSide := k.Contact(i), pair.Side
				k.Contacts.Keep(i, &own.Contact)
				pair.Side = own.side
				defer func() { k.Contacts.Keep(i, &was); pair.Side = wasSide }()
				return w.Hash()
			})
			if touching++; i > 0 { // two contacts of different shapes change what they are
				was, now := k.Contact(i-1), k.Contact(i)
				k.Contacts.Keep(i-1, &now)
				k.Contacts.Keep(i, &was)
				if swapped++; w.Hash() == hash {
					t.Error("two contacts changed what they are unseen")
				}
				k.Contacts.Keep(i-1, &was)
				k.Contacts.Keep(i, &now)
			}
		}
	}
	if touching < 10 || swapped < 10 || sides == 0 {
		t.Errorf("%d contacts, %d with walls: the test sees nothing", touching, sides)
	}
}

// Contract: the hash knows what bodies are made of: shapes, and what mass they have.
func TestHashSeesShapes(t *testing.T) {
	d := []body.ShapeDef{{
		Kind: shape.KindCapsule, Radius: 0.01, Shaft: 0.02, Position: vec.New(1, 2, 3),
		Orientation: vec.Quat{W: 1, X: 2, Y: 3, Z: 4},
		Wall:        body.WallDef{Axis: 1, Position: 3}, HalfThickness: 0.1, Seams: narrow.SeamsSmoothed,
	}}
	everyChangeSeen(t, &d[0], "shape", map[string]string{
		"shape.Mesh": "see below", "shape.MeshName": "shows", "shape.Wall.Lo": "shows", "shape.Wall.Hi": "shows",
		"shape.Cylinder.Drawn": "shows", "shape.Colors": "shows",
	}, func() uint64 { return d[0].Print() })

	box := cup(0.1, 0.2)
	d[0] = body.ShapeDef{Kind: shape.KindMesh, Mesh: box}
	everyChangeSeen(t, box, "mesh", nil, func() uint64 { return d[0].Print() })

	tpl, err := body.NewTemplate(capsuleDef(0.01, 0.02), func(int) float64 { return 1000 }, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	everyChangeSeen(t, tpl, "template", map[string]string{
		"template.Volume": "only read out", "template.Off": "only read out", "template.Shared": "follows",
		"template.Print":        "it itself",
		"template.Shapes.Local": "in print", "template.Shapes.Axis": "in print",
		"template.Shapes.Side": "in print", "template.Shapes.Radius": "in print",
		"template.Shapes.Shaft": "in print", "template.Shapes.Def": "in print",
	}, func() uint64 { tpl.SetPrint(); return tpl.Print })
	twice := tpl.Scaled(2)
	if twice.Print == tpl.Print || twice.Shapes[0].Print == tpl.Shapes[0].Print {
		t.Error("a body twice as large has the same print")
	}
}

// Contract: signs, numbers that change places and a density are seen, and what two bodies swap.
func TestHashTellsWorldsApart(t *testing.T) {
	hashes := map[uint64]string{}
	see := func(name string, density float64, def body.Def, change func(w *World)) {
		w := newWorld(t, 1e-4, law.Material{Young: 1e6, Density: density})
		def.Shapes = sphereDef(0.01)
		add(t, w, def)
		add(t, w, body.Def{Shapes: sphereDef(0.01), Position: vec.New(5, 5, 5), Velocity: vec.New(0, 0, 1)})
		if change != nil {
			change(w)
		}
		for _, steps := range []int{0, 10} {
			for range steps {
				w.Step()
			}
			when := fmt.Sprintf("%s after %d steps", name, steps)
			if other, ok := hashes[w.Hash()]; ok {
				t.Errorf("%s has the hash of %s", when, other)
			}
			hashes[w.Hash()] = when
		}
	}
	at := func(x, y, z float64) body.Def { return body.Def{Position: vec.New(x, y, z)} }
	see("a ball", 1000, at(1, 2, 3), nil)
	see("two signs", 1000, at(-1, -2, 3), nil)
	see("two others", 1000, at(1, -2, -3), nil)
	see("places changed", 1000, at(2, 1, 3), nil)
	see("another density", 1001, at(1, 2, 3), nil)
	see("a blocked axis", 1000, body.Def{Position: vec.New(1, 2, 3), Blocked: body.BlockX}, nil)
	see("two bodies changed", 1000, at(1, 2, 3), func(w *World) { v := w.bodies.Vel; v[0], v[1] = v[1], v[0] })
	see("places of both changed", 1000, at(1, 2, 3), func(w *World) { p := w.bodies.Pos; p[0], p[1] = p[1], p[0] })
	see("another gravity", 1000, at(1, 2, 3), func(w *World) {
		bridge.MakeEdit(w, bridge.Vector("gravity", vec.New(0,
			0, -9)))
	})
}

// Contract: what only shows is not in the hash.
func TestHashLeavesOutWhatShows(t *testing.T) {
	make := func(d body.ShapeDef, name string) uint64 {
		w := newWorld(t, 1e-4, law.Material{Young: 1e6, Density: 1000})
		add(t, w, body.Def{Name: name, Shapes: []body.ShapeDef{d}})
		return w.Hash()
	}
	plain := body.ShapeDef{Kind: shape.KindSphere, Radius: 0.01}
	painted := plain
	painted.Colors[1] = bridge.RGBA{1, 2, 3, 4}
	if make(plain, "a") != make(painted, "b") {
		t.Error("colour or name is in the hash")
	}
	m := body.ShapeDef{Kind: shape.KindMesh, Mesh: &mesh.Mesh{Vertices: []vec.Vec3{{}, {X: 1}, {Y: 1}},
		Triangles: [][3]int32{{0, 1, 2}}}}
	named := m
	named.MeshName = "b"
	if make(m, "a") != make(named, "a") {
		t.Error("the name of a mesh is in the hash")
	}
}
