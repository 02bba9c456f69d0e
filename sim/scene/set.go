package scene

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// applySets returns the YAML document with values put in, each given as PATH=VALUE.
//
// A path goes through keys and, in lists, through the names of the entries: materials.pill.tanPhi. The name of a
// pair consists of its two materials: pairs.pill+glass.tanPhi. The first part of a path may also be the name of a
// body, inlet, outlet, motion or material: bottle.mesh. A value is YAML; numbers separated by commas are a list.
func applySets(data []byte, sets []string) ([]byte, error) {
	if err := limit.Settings.Check(len(sets)); err != nil {
		return nil, err
	}
	var doc yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(data, &doc, yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	for _, set := range sets {
		path, text, ok := strings.Cut(set, "=")
		if !ok || path == "" {
			return nil, fmt.Errorf("set %s: must be PATH=VALUE", spell.Quote(set))
		}
		value, err := parseValue(text)
		if err == nil {
			err = limit.Depth.Check(strings.Count(path, ".") + 1)
		}
		switch at := strings.Split(path, "."); {
		case err != nil:
		case changesState(doc, at):
			doc, err = addChange(doc, set)
		default:
			doc, err = assign(doc, at, value)
		}
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", spell.Quote(set), err)
		}
	}
	return yaml.Marshal(doc)
}

// parseValue reads a value as YAML, and "0,0,-9.81" as a list.
func parseValue(text string) (any, error) {
	t := strings.TrimSpace(text)
	if strings.Contains(t, ",") && !strings.HasPrefix(t, "[") && !strings.HasPrefix(t, "{") &&
		!strings.ContainsAny(t, "\"'") {
		t = "[" + t + "]"
	}
	if err := checkText([]byte(t)); err != nil {
		return nil, err
	}
	var v any
	if err := yaml.UnmarshalWithOptions([]byte(t), &v, yaml.UseOrderedMap()); err != nil {
		return nil, fmt.Errorf("value %s is not valid", spell.Quote(text))
	}
	return v, nil
}

// named lists the keys of the document whose entries a path can begin with.
var named = []string{"bodies", "inlets", "outlets", "motions", "materials", "forces"}

// assign puts the value at the path and returns the changed map. The last key may be new: strict decoding then
// reports a key that does not exist.
func assign(m yaml.MapSlice, path []string, value any) (yaml.MapSlice, error) {
	for i := range m {
		if m[i].Key == path[0] {
			v, err := descend(m[i].Value, path[1:], value)
			m[i].Value = v
			return m, err
		}
	}
	if len(path) == 1 {
		return append(m, yaml.MapItem{Key: path[0], Value: value}), nil
	}
	for i := range m {
		for _, n := range named {
			if list, ok := m[i].Value.([]any); ok && m[i].Key == n && find(list, path[0]) >= 0 {
				v, err := descend(m[i].Value, path, value)
				m[i].Value = v
				return m, err
			}
		}
	}
	// The path leads into a map that was left out, such as timeStep.
	v, err := assign(nil, path[1:], value)
	return append(m, yaml.MapItem{Key: path[0], Value: v}), err
}

func descend(v any, path []string, value any) (any, error) {
	if len(path) == 0 {
		return value, nil
	}
	switch v := v.(type) {
	case yaml.MapSlice:
		return assign(v, path, value)
	case []any:
		i := find(v, path[0])
		if i < 0 {
			return v, fmt.Errorf("no entry named %s (there are %s)", spell.Quote(path[0]), spell.List(names(v)))
		}
		e, err := descend(v[i], path[1:], value)
		v[i] = e
		return v, err
	case nil:
		return assign(nil, path, value)
	}
	return v, fmt.Errorf("%s is not inside anything", spell.Quote(path[0]))
}

// find returns the entry of a list that has the name, or -1.
func find(list []any, name string) int {
	for i, n := range names(list) {
		if n == name {
			return i
		}
	}
	return -1
}

// names returns the names of the entries of a list, empty for an entry without a name. A pair of materials has the
// name a+b.
func names(list []any) []string {
	out := make([]string, len(list))
	for i, e := range list {
		m, _ := e.(yaml.MapSlice)
		text := func(key string) string {
			for _, item := range m {
				if s, ok := item.Value.(string); ok && item.Key == key {
					return s
				}
			}
			return ""
		}
		if out[i] = text("name"); out[i] == "" && text("a") != "" {
			out[i] = text("a") + "+" + text("b")
		}
	}
	return out
}
