package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run/batch"
)

// Contract: what is told to a saved state is told from its time on: N steps are N more, a time
// before it is an error that names both, and the result of a run in two parts is that of the
// run in one.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "half.tumble")
	whole := runJSON(t, "rain", "--until", "0.2s")
	half := runJSON(t, "rain", "--until", "0.1s", "--save", state)
	rest := runJSON(t, state, "--until", "0.2s")
	if rest.Resumed == nil || *rest.Resumed != (batch.Moment{Time: half.Time, Steps: half.Steps}) || whole.Resumed != nil {
		t.Errorf("resumed at %+v, the state is at %g s, step %d", rest.Resumed, half.Time, half.Steps)
	}
	for name, pair := range map[string][2]any{
		"hash": {whole.Hash, rest.Hash}, "steps": {whole.Steps, rest.Steps}, "time": {whole.Time, rest.Time},
		"bodies":   {whole.Bodies, rest.Bodies},
		"contacts": {whole.Contacts, rest.Contacts}, "overlap": {whole.MaxOverlapRatio, rest.MaxOverlapRatio},
		"energy":  {whole.Energy, rest.Energy},
		"inlets":  {asJSON(t, whole.Inlets), asJSON(t, rest.Inlets)},
		"notices": {asJSON(t, whole.Notices), asJSON(t, rest.Notices)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: in one part %v, in two %v", name, pair[0], pair[1])
		}
	}
	if done := float64(rest.Steps-half.Steps) / rest.Wall; rest.StepsPerSecond != done {
		t.Errorf("%g steps/s, this part did %g", rest.StepsPerSecond, done)
	}
	if r := runJSON(t, state, "--steps", "7"); r.Steps != half.Steps+7 {
		t.Errorf("7 steps from step %d: ends at step %d", half.Steps, r.Steps)
	}
	if r := runJSON(t, state, "--until", fmt.Sprint(half.Time)); r.Steps != half.Steps {
		t.Errorf("until the time of the state: does %d steps", r.Steps-half.Steps)
	}
	if got := tumble("run", state, "--until", "1s", "--seed", "3"); got.status != 1 ||
		!strings.Contains(got.stderr, "it takes no seed") {
		t.Errorf("with a seed: %+v", got)
	}
	at := fmt.Sprintf("which is at %.9g s", half.Time)
	for _, c := range []string{
		"run " + state + " --until 50ms", "record " + state + " --until 50ms", "shot " + state + " --at 50ms",
		"shot " + state + " --at 0",
	} {
		args := strings.Fields(c)
		if args[0] != "run" {
			args = append(args, "-o", filepath.Join(dir, "p.png"))
		}
		if got := tumble(args...); got.status != 2 || !strings.Contains(got.stderr, at) ||
			!strings.Contains(got.stderr, "must not be before the saved state") {
			t.Errorf("%s: %+v", c, got)
		}
	}
}

func asJSON(t *testing.T, x any) string {
	t.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Contract: the end of a scene is none for a state that was saved after it.
func TestResumePastTheEnd(t *testing.T) {
	dir := makeTray(t, "")
	state := filepath.Join(dir, "late.tumble")
	runJSON(t, filepath.Join(dir, "tray.yaml"), "--until", "20ms", "--save", state)
	if got := tumble("run", state); got.status != 2 || !strings.Contains(got.stderr,
		"ends at 0.01 s, before the saved state, which is at 0.02") {
		t.Errorf("%+v", got)
	}
}
