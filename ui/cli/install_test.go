//go:build unix && !headless

package cli

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: ./dev install puts the program with its icon, manual pages and completions below a folder, where it
// runs, and ./dev uninstall leaves of that folder what was there before.
func TestInstall(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("it compiles the program anew: TUMBLE_LONG is not set")
	}
	prefix := t.TempDir()
	own := filepath.Join(prefix, "share", "applications", "other.desktop")
	if err := os.MkdirAll(filepath.Dir(own), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, []byte("[Desktop Entry]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dev := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("../../dev", args...).CombinedOutput(); err != nil {
			t.Fatalf("./dev %v: %v\n%s", args, err, out)
		}
	}
	dev("install", prefix)
	for _, name := range []string{
		"applications/tumble.desktop", "metainfo/org.example.tumble.metainfo.xml", "mime/packages/tumble.xml",
		"icons/hicolor/256x256/apps/tumble.png", "man/man1/tumble-run.1.gz",
		"bash-completion/completions/tumble", "zsh/site-functions/_tumble", "fish/vendor_completions.d/tumble.fish",
	} {
		if info, err := os.Stat(filepath.Join(prefix, "share", name)); err != nil || info.Size() == 0 {
			t.Errorf("share/%s: %v", name, err)
		}
	}
	out, err := exec.Command(filepath.Join(prefix, "bin", "tumble"), "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "tumble ") {
		t.Errorf("the installed program: %v\n%s", err, out)
	}
	dev("install", prefix) // over itself
	dev("uninstall", prefix)
	err = filepath.WalkDir(prefix, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != own && filepath.Base(path) != "mimeinfo.cache" {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a file of another program is gone: %v", err)
	}
}
