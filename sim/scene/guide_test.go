package scene

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// Contract: a scene that --set gives the very value to which a story sets it loads, and the step of the story edits
// nothing.
func TestStoriesOfASceneThatHasTheirValue(t *testing.T) {
	edits := func(set ...string) (made, none int) {
		s, err := Load("bottle", Options{Workers: 1, Set: set})
		if err != nil {
			t.Fatal(err)
		}
		defer s.World.Close()
		for _, story := range s.Guide.Stories {
			for _, step := range story.Steps {
				switch {
				case step.Key == bridge.StorySet && step.Edit == nil:
					none++
				case step.Key == bridge.StorySet:
					made++
				}
			}
		}
		return made, none
	}
	made, none := edits()
	if made == 0 || none != 0 {
		t.Fatalf("the stories of the bottle make %d edits, and %d edit nothing", made, none)
	}
	if made, none := edits("materials.pill.tanPhi=0.8"); none == 0 {
		t.Errorf("with their value from --set %d steps make edits, and %d none", made, none)
	}
}
