// Command licences collects the licences of all that is built into the program, and writes them
// into a file. Run it in the root of the repository:
//
//	go run ./assets/licences
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.org/tumble/sim/files/outfile"
)

func main() {
	out := flag.String("o", filepath.Join("assets", "licences.txt"), "file to write")
	flag.Parse()
	text, err := collect()
	if err == nil {
		err = outfile.WriteBytes(*out, text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

const head = `Tumble is built with the following. Each has the licence that follows its name.
`

// systems are those that the program is built for; each needs modules of its own.
var systems = []string{"linux", "darwin", "windows"}

// named are the files that licences stand in.
var named = regexp.MustCompile(`(?i)^([a-z]+-)?(licen[cs]e|notice|copying)(\.(md|txt))?$`)

// collect returns the licences of Go and of all modules, with their names and versions.
func collect() ([]byte, error) {
	root, err := goTool(nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	here, err := goTool(nil, "env", "GOMOD")
	if err != nil {
		return nil, err
	}
	modules := map[string]string{ // folders
		"Go, its runtime and standard library": strings.TrimSpace(root),
		"three.js r182, in replays":            filepath.Join(filepath.Dir(strings.TrimSpace(here)), "assets", "three"),
	}
	for _, system := range systems {
		list, err := goTool([]string{"GOOS=" + system, "CGO_ENABLED=1"},
			"list", "-e", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}",
			"example.org/tumble")
		if err != nil {
			return nil, err
		}
		for _, line := range strings.Split(list, "\n") {
			if name, folder, ok := strings.Cut(line, "\t"); ok {
				modules[name] = folder
			}
		}
	}
	var names []string
	for name := range modules {
		names = append(names, name)
	}
	slices.Sort(names)
	text := bytes.NewBufferString(head)
	for _, name := range names {
		if err := appendLicences(text, name, modules[name]); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// goTool returns what a go command prints in a changed environment.
func goTool(env []string, args ...string) (string, error) {
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), env...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	return string(out), err
}

// inner are the folders of modules where licences of C libraries that they contain stand.
var inner = []string{".", "_licenses", "glfw"}

// appendLicences appends a name and the texts below a folder.
func appendLicences(text *bytes.Buffer, name, folder string) error {
	fmt.Fprintf(text, "\n%s\n%s\n%[1]s\n", strings.Repeat("=", 80), name)
	found := false
	for _, sub := range inner {
		entries, _ := os.ReadDir(filepath.Join(folder, sub)) // most have no such folder
		for _, e := range entries {
			if !named.MatchString(e.Name()) || e.IsDir() {
				continue
			}
			data, err := os.ReadFile(filepath.Join(folder, sub, e.Name()))
			if err != nil {
				return err
			}
			if found || sub != "." {
				fmt.Fprintf(text, "\n--- %s ---\n", filepath.ToSlash(filepath.Join(sub, e.Name())))
			}
			found = true
			lines := strings.ReplaceAll(string(data), "\r\n", "\n")
			fmt.Fprintf(text, "\n%s\n", strings.Trim(lines, "\n"))
		}
	}
	if !found {
		return fmt.Errorf("%s has no licence in %s", name, folder)
	}
	return nil
}
