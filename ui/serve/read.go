package serve

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// chosen returns the rows of a table of arrays whose names are asked for; all without names.
func chosen[A any](table []A, name func(*A) string, asked []string) (list []*A, err error) {
	var known []string
	for i := range table {
		known = append(known, name(&table[i]))
		if asked == nil {
			list = append(list, &table[i])
		}
	}
	for _, a := range asked {
		i := slices.Index(known, a)
		if i < 0 {
			return nil, fmt.Errorf("there is no array %s%s (there are %s)", spell.Quote(a), spell.DidYouMean(a, known),
				strings.Join(known, ", "))
		}
		list = append(list, &table[i])
	}
	return list, limit.Keys.Check(len(asked))
}

// rowsOf returns the shape of an array with rows of a width.
func rowsOf(rows, width int) []int {
	if width == 1 {
		return []int{rows}
	}
	return []int{rows, width}
}

func bodyName(a *state.BodyArray) string       { return a.Name }
func contactName(a *state.ContactArray) string { return a.Name }

// bodyArrays sends arrays of all bodies, and returns what refers to them by name.
func bodyArrays(c *call, of state.Contacts, arrays []*state.BodyArray) map[string]any {
	result := map[string]any{}
	for _, a := range arrays {
		if a.Width == 0 {
			result[a.Name] = a.Words(of)
		} else {
			numbers := c.fill(func(list []float64) []float64 { return a.Numbers(of, list) })
			result[a.Name] = c.array(numbers, a.Whole, rowsOf(of.Bodies(), a.Width)...)
		}
	}
	return result
}

// contactArrays sends arrays of all contacts, and returns what refers to them by name.
func contactArrays(c *call, of state.Contacts, arrays []*state.ContactArray) map[string]any {
	result := map[string]any{}
	for _, a := range arrays {
		numbers := c.fill(func(list []float64) []float64 { return a.Numbers(of, list) })
		result[a.Name] = c.array(numbers, a.Whole, rowsOf(of.Count(), a.Width)...)
	}
	return result
}

func readBodies(c *call, h *world, p *reading) (any, error) {
	arrays, err := chosen(state.BodyArrays, bodyName, p.Arrays)
	if err != nil {
		return nil, err
	}
	return bodyArrays(c, h.past.World.Contacts(), arrays), nil
}

func readContacts(c *call, h *world, p *reading) (any, error) {
	arrays, err := chosen(state.ContactArrays, contactName, p.Arrays)
	if err != nil {
		return nil, err
	}
	return contactArrays(c, h.past.World.Contacts(), arrays), nil
}

func readTimes(c *call, h *world, _ *About) (any, error) {
	s, result := h.past.World.State(), map[string]any{}
	site := h.past.World.Inspect()
	for _, region := range site.Tally.Timed() {
		times := make([]float64, len(s.Bodies))
		for i := range s.Bodies {
			if at, there := s.Bodies[i].Times[region]; there {
				times[i] = at
			} else {
				times[i] = math.NaN()
			}
		}
		result[region] = c.array(times, false, len(times))
	}
	return result, nil
}

// check returns the function that reads the arrays after the steps; its result is nil without arrays.
//
// Errors: there is no such array.
func (r *reads) check() (func(c *call, h *world) *readings, error) {
	bodies, err := chosen(state.BodyArrays, bodyName, append([]string{}, r.Bodies...))
	if err != nil {
		return nil, err
	}
	contacts, err := chosen(state.ContactArrays, contactName, append([]string{}, r.Contacts...))
	return func(c *call, h *world) *readings {
		if bodies == nil && contacts == nil {
			return nil
		}
		of := h.past.World.Contacts()
		return &readings{bodyArrays(c, of, bodies), contactArrays(c, of, contacts)}
	}, err
}

func findBodies(c *call, h *world, p *finding) (any, error) {
	if err := limit.Expression.Check(len(p.Where)); err != nil {
		return nil, err
	}
	q, err := query.Parse(p.Where)
	if err != nil {
		return nil, err
	}
	w := h.past.World
	m := inspect.Moment{Site: w.Inspect(), Clock: w.Clock(), Energy: w.Energy}
	found, body := []float64{}, query.Body{}
	m.Each(q.Groups()|query.Identity, &body, func() bool {
		var yes bool
		if yes, err = q.Match(&body); yes {
			found = append(found, float64(body.ID))
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(found)
	return map[string]any{"id": c.array(found, true, len(found))}, nil
}

func readMeshes(c *call, h *world, _ *About) (any, error) {
	type placed struct {
		Body      int64  `json:"body"`
		Name      string `json:"name"`
		Vertices  array  `json:"vertices"`
		Triangles array  `json:"triangles"`
	}
	list, s := []placed{}, h.past.World.State()
	for _, b := range s.Bodies {
		for _, shape := range b.Shapes {
			m := shape.Def.Mesh
			if m == nil {
				continue
			}
			at, q := shape.Position, shape.Orientation
			turn, origin := vec.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}, vec.New(at[0], at[1], at[2])
			vertices, triangles := make([]float64, 0, 3*len(m.Vertices)), make([]float64, 0, 3*len(m.Triangles))
			for _, v := range m.Vertices {
				v = turn.Rotate(v).Add(origin)
				vertices = append(vertices, v.X, v.Y, v.Z)
			}
			for _, t := range m.Triangles {
				triangles = append(triangles, float64(t[0]), float64(t[1]), float64(t[2]))
			}
			list = append(list, placed{int64(b.ID), b.Name, c.array(vertices, false, len(m.Vertices), 3),
				c.array(triangles, true, len(m.Triangles), 3)})
		}
	}
	return list, nil
}

// readField computes the fields of the present moment.
//
// Errors: no such field, one that is not possible.
func readField(c *call, h *world, p *spreading) (any, error) {
	if err := limit.Line.Check(len(p.Field)); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(h.scene.Fields, func(f bridge.Field) bool { return f.Box.Name == p.Field })
	var f bridge.Field
	if i >= 0 {
		f = h.scene.Fields[i]
	} else if err := f.UnmarshalText([]byte(p.Field)); err != nil {
		return nil, err
	}
	s := h.past.World.State()
	g, err := fields.Of(f, s.Matter())
	if err != nil {
		return nil, err
	}
	result, n := map[string]any{}, f.Box.Cells
	for k, name := range []string{"x", "y", "z"} {
		centers := g.Centers(k)
		result[name] = c.array(centers, false, len(centers))
	}
	for i := range fields.Quantities {
		q := &fields.Quantities[i]
		shape := []int{n[2], n[1], n[0]}
		if q.Components != nil {
			shape = append(shape, q.Width())
		}
		result[q.Name] = c.array(g.Numbers(q), false, shape...)
	}
	return result, nil
}

// levelNames are the names of the levels of notices.
var levelNames = [...]string{bridge.Info: "info", bridge.Warning: "warning", bridge.Refused: "refused",
	bridge.Fault: "fault"}

func readNotices(_ *call, h *world, p *noticing) (any, error) {
	type notice struct {
		Step  int64  `json:"step"`
		Level string `json:"level"`
		Field string `json:"field"`
		Text  string `json:"text"`
	}
	all, list := h.past.World.Log().All(), []notice{}
	if p.Since < 0 {
		return nil, fmt.Errorf("since must be ≥ 0, got %d", p.Since)
	}
	for _, n := range all[min(p.Since, len(all)):] {
		list = append(list, notice{n.Step, levelNames[n.Level], n.Field, n.Text})
	}
	return list, nil
}

func readSeries(c *call, h *world, _ *About) (any, error) {
	s, sensors := h.past.Series(), h.past.FollowedSeries(bridge.OfRegions)
	own := sensors.Columns[min(series.Clock, len(sensors.Columns)):] // without the clock
	columns := append(slices.Clip(s.Columns), own...)
	values := make([]float64, 0, len(s.Samples)*len(columns))
	for i := range s.Samples {
		for k := range s.Columns {
			values = append(values, s.Value(i, k))
		}
		at, found := sensors.At(s.Samples[i].Step)
		for k := range own {
			if found {
				values = append(values, sensors.Value(at, series.Clock+k))
			} else { // the run file has no numbers of regions
				values = append(values, math.NaN())
			}
		}
	}
	return map[string]any{"columns": columns, "values": c.array(values, false, len(s.Samples), len(columns))}, nil
}
