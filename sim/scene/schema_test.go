package scene

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"example.org/tumble/assets"
)

// Contract: the schema takes all built-in scenes and says of every key what it means; it
// refuses what Load refuses by form.
func TestSchema(t *testing.T) {
	data, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	var root node
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(assets.FS, "scenes/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(assets.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		if err := fits(&root, text); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	good := "{title: t, gravity: [0, 0, =-g], timeStep: {fixed: 1 ms, every: =2*5}, constants: {g: 10 m/s2}, " +
		"materials: [{name: m}], bodies: [{name: b, wall: {axis: z, position: 0, sense: 1}}]}"
	if err := fits(&root, []byte(good)); err != nil {
		t.Error(err)
	}
	for _, c := range [][3]string{
		{"title: t", "titel: t", "titel"}, {"gravity", "gravitie", "gravity"}, {"axis: z", "axis: w", "axis"},
		{"[0, 0, =-g]", "[0, 0]", "gravity"}, {"[0, 0, =-g]", "down", "gravity"},
		{"1 ms", "1 mm", "fixed"}, {"1 ms", "soon", "fixed"},
		{"name: b, ", "", "name"}, {"sense: 1", "sense: up", "sense"},
	} {
		if err := fits(&root, []byte(strings.Replace(good, c[0], c[1], 1))); err == nil ||
			!strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: got %v", c[1], err)
		}
	}
	if d := root.Definitions["Capsule"].Properties["shaft"]; d.Description == "" &&
		root.Definitions["Capsule"].Description == "" {
		t.Error("the schema does not explain a capsule")
	}
	const maxMass = "mass of all bodies made after which the inlet is done; 0: no limit [kg]"
	if d := root.Definitions["Inlet"].Properties["maxMass"].Description; d != maxMass {
		t.Errorf("maxMass is explained by %q", d)
	}
}

func fits(root *node, text []byte) error {
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		return err
	}
	return check(root, root, v, "scene")
}

// check is as much of JSON Schema as Schema uses.
func check(root, n *node, v any, path string) error {
	if n.Ref != "" {
		return check(root, root.Definitions[strings.TrimPrefix(n.Ref, "#/$defs/")], v, path)
	}
	if n.AnyOf != nil {
		var err error
		for _, each := range n.AnyOf {
			if err = check(root, each, v, path); err == nil {
				return nil
			}
		}
		return err
	}
	wrong := fmt.Errorf("%s: %v is no %s", path, v, n.Type)
	switch n.Type {
	case "object":
		m, ok := v.(map[string]any)
		if !ok {
			return wrong
		}
		for _, key := range n.Required {
			if _, ok := m[key]; !ok {
				return fmt.Errorf("%s: no %s", path, key)
			}
		}
		for key, val := range m {
			p := n.Properties[key]
			if _, others := n.Others.(map[string]any); others {
				continue
			}
			if p == nil {
				return fmt.Errorf("%s: unknown %s", path, key)
			}
			if err := check(root, p, val, path+"."+key); err != nil {
				return err
			}
		}
	case "array":
		list, ok := v.([]any)
		if !ok || n.MaxItems > 0 && (len(list) < n.MinItems || len(list) > n.MaxItems) {
			return wrong
		}
		for _, e := range list {
			if err := check(root, n.Items, e, path+"[]"); err != nil {
				return err
			}
		}
	case "string":
		if s, ok := v.(string); !ok || n.Enum != nil && !slices.Contains(n.Enum, s) ||
			!regexp.MustCompile(n.Pattern).MatchString(s) {
			return wrong
		}
	case "number", "integer":
		if s, ok := v.(string); ok { // 1e7 is a number in YAML 1.2, which editors read
			if x, err := strconv.ParseFloat(s, 64); err == nil {
				v = x
			}
		}
		switch v.(type) {
		case int64, uint64:
		case float64:
			if n.Type == "integer" {
				return wrong
			}
		default:
			return wrong
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return wrong
		}
	}
	return nil
}
