package serve

import (
	"slices"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/setting"
)

func getSetting(_ *call, h *world, p *getting) (any, error) {
	w := h.past.World
	if p.Path != "" {
		v, err := scene.Value(w, p.Path)
		return map[string]any{"value": v}, err
	}
	values := map[string]any{}
	paths := setting.LiveKeys()
	for i := 0; ; i++ {
		name, _, ok := w.Material(i)
		if !ok {
			break
		}
		for _, f := range law.Fields {
			paths = append(paths, "materials."+name+"."+f.Name)
		}
	}
	for _, path := range paths {
		v, err := scene.Value(w, path)
		if err != nil {
			return nil, err
		}
		values[path] = v
	}
	return map[string]any{"values": values}, nil
}

func setSettings(_ *call, h *world, p *changing) (any, error) {
	edits, err := scene.Edits(h.past.World, p.Set)
	for i := 0; err == nil && i < len(edits); i++ {
		err = h.edit(edits[i])
	}
	return h.status(), err
}

func readMotions(_ *call, h *world, _ *About) (any, error) {
	type motion struct {
		Index int                `json:"index"`
		Name  string             `json:"name"`
		Keys  []bridge.MotionKey `json:"keys"`
	}
	list := []motion{}
	for i := 0; ; i++ {
		name, keys, ok := h.past.World.Motion(i)
		if !ok {
			return list, nil
		}
		list = append(list, motion{i, name, slices.Clone(keys)})
	}
}

func readInlets(_ *call, h *world, _ *About) (any, error) {
	type inlet struct {
		Index int              `json:"index"`
		Name  string           `json:"name"`
		Flow  bridge.InletFlow `json:"flow"`
	}
	list := []inlet{}
	for i := 0; ; i++ {
		name, flow, ok := h.past.World.Inlet(i)
		if !ok {
			return list, nil
		}
		list = append(list, inlet{i, name, flow})
	}
}

func editWorld(_ *call, h *world, p *editing) (any, error) {
	e, err := bridge.DecodeEdit(p.Kind, p.With)
	if err == nil {
		err = h.edit(e)
	}
	return h.status(), err
}

// added is the status after bodies were added.
type added struct {
	status
	Numbers []int64 `json:"numbers"`
}

func addBodies(_ *call, h *world, p *adding) (any, error) {
	if err := limit.Edited.Check(len(p.Bodies)); err != nil {
		return nil, err
	}
	next := h.past.World.NextBody()
	for i := range p.Bodies {
		p.Bodies[i].Number = next + int64(i)
	}
	bodies := bridge.Fresh(p.Bodies...)
	err := h.edit(bridge.AddBodies{Bodies: bodies})
	return added{h.status(), bodies.Numbers()}, err
}

// undone is the status after an edit was taken back or made again.
type undone struct {
	status
	Text string `json:"text"`
}

// undo returns what takes the last edit back, or makes it again.
func undo(back bool) func(*call, *world, *About) (any, error) {
	return func(_ *call, h *world, _ *About) (any, error) {
		text, err := h.undo(back)
		return undone{h.status(), text}, err
	}
}
