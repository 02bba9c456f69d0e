package cli

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"example.org/tumble/sim/run/batch"
)

// Contract: whatever a file says, no terminal obeys it: no control character reaches standard output or error, but
// ends of lines and tabs. JSON says them nevertheless.
func TestTerminalObeysNoFile(t *testing.T) {
	dir := t.TempDir()
	scene, table := filepath.Join(dir, "s.yaml"), filepath.Join(dir, "t.csv")
	save(t, scene, kinds[5].begins)
	for _, evil := range []string{"\x1b[31m", "\x1b]0;title\a", "\u009b31m", "\x7f"} {
		cell := "0.1 # " + evil
		save(t, table, "damping\n\""+cell+"\"\n")
		for _, args := range [][]string{
			{"sweep", scene, "--table", table, "-o", filepath.Join(dir, "sweep"), "--seed", "1"},
			{"run", scene, "--steps", "1", "--set", "damping=" + cell},
			{"run", scene, "--steps", "1", "--set", "damping=" + cell, "--json"},
			{"run", scene, "--steps", "1", "--set", "damping=" + evil},
		} {
			got := tumble(args...)
			control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
			if text := got.stdout + got.stderr; strings.ContainsFunc(text, control) {
				t.Errorf("%q says %q", args, text)
			}
			if args[len(args)-1] != "--json" {
				continue
			}
			var result batch.Result
			if err := json.Unmarshal([]byte(got.stdout), &result); err != nil || result.Set[0] != "damping="+cell {
				t.Errorf("%q says %q: %v", args, got.stdout, err)
			}
		}
	}
}
