package scene

import (
	"os"
	"strings"
	"testing"
)

// Contract: the reference says of every key what it means, in lines that fit, and the page of
// the repository is the one that the program prints.
// go test ./sim/scene -run Reference -update writes the page; read it.
func TestReference(t *testing.T) {
	sections, err := Reference()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, s := range sections {
		known[s.Name] = true
		if s.About == "" {
			t.Errorf("%s: the type has no comment", s.Name)
		}
		for _, k := range s.Keys {
			if k.Meaning == "" {
				t.Errorf("%s.%s: the field has no comment", s.Name, k.Name)
			}
		}
	}
	for _, name := range []string{"Scene", "Body", "Inlet", "Particles", "CSVExport", "Cone", "Lattice"} {
		if !known[name] {
			t.Errorf("there is no section %s", name)
		}
	}
	if part := Part(sections, "bodies"); len(part) != 1 || part[0].Name != "Body" {
		t.Errorf("the part of bodies is %v", part)
	}
	var b strings.Builder
	if err := WriteReference(&b, sections); err != nil {
		t.Fatal(err)
	}
	const page = "SCENES.md"
	if *update {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(page)
	if err != nil || string(kept) != b.String() {
		t.Errorf("%s is not what the program prints: go test ./sim/scene -run Reference -update (%v)", page, err)
	}
}
