package sim_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/woo"
)

// Contract: the scenes and examples that come with the program raise no warning by themselves: not in their first
// steps, nor, with TUMBLE_LONG, until their end, or for 3 s where they have none.
func TestShippedScenesWarnOfNothing(t *testing.T) {
	list, err := scene.List()
	if err != nil {
		t.Fatal(err)
	}
	loads := map[string]func(string, scene.Options) (run.Scene, error){}
	for _, s := range list {
		loads[s.Name] = scene.Load
	}
	examples, err := filepath.Glob("../assets/examples/*")
	if err != nil || len(examples) == 0 {
		t.Fatalf("%d examples: %v", len(examples), err)
	}
	for _, file := range examples {
		if loads[file] = scene.Load; filepath.Ext(file) == ".py" {
			loads[file] = woo.Load
		}
	}
	most := int64(4000)
	if os.Getenv("TUMBLE_LONG") != "" {
		most = 1 << 62
	}
	for name, load := range loads {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			s, err := load(name, scene.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer s.World.Close()
			end := s.End
			if end == 0 {
				end = 3
			}
			for w := s.World; w.Clock().Time < end && w.Clock().Step < most && w.Log().Fault() == ""; {
				w.Step()
			}
			s.World.Audit()
			for _, n := range s.World.Log().All() {
				if n.Level == bridge.Warning || n.Level == bridge.Fault {
					t.Error(n.Text)
				}
			}
		})
	}
}
