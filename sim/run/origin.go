package run

import (
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"example.org/tumble/sim/internal/wide"
)

// Origin says where a result comes from. Everything that the program writes carries it, in the customary
// form of the format, so that a file found years later can be reproduced.
type Origin struct {
	Program
	Command string   `json:"command"` // the command line, as a shell takes it
	Scene   string   `json:"scene"`
	Seed    uint64   `json:"seed"`
	Set     []string `json:"set"` // PATH=VALUE, in the order given
}

// Released is the newest version in the changelog.
const Released = "0.9"

// Program identifies the program that computed a result.
type Program struct {
	Version string `json:"version"` // of the release, or of the last release with +dev behind it
	Commit  string `json:"commit"`  // of the source, "+changes" behind it if there were any; "" if not known
	Kernels string `json:"kernels"` // avx512, avx2, simd128, or scalar; no bit of a result depends on it

	// The program was built so that x*y + z is rounded once. Go does so for most processors other than
	// amd64, unless an option forbids it. The results then differ in the last digits from results of
	// other builds.
	Fused bool `json:"fused,omitempty"`
}

// fused reports whether the program was built so: with two roundings the sum is zero.
func fused() bool {
	const x = 1 + 0x1p-30
	return multiplyAdd(x, x, -(1+0x1p-29)) != 0
}

//go:noinline
func multiplyAdd(x, y, z float64) float64 { return x*y + z }

// ChooseKernels sets the width of vector kernels by its name, such as avx2 or scalar; an empty name
// changes nothing. Call it at the start of a program. It changes no bit of a result.
//
// Errors: there is no such width, or this processor does not have it.
func ChooseKernels(name string) error { return wide.Choose(name) }

// release is the form of a tagged Go version; other versions contain a date, or are (devel).
var release = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// ThisProgram describes the running program. The commit is known if the program was built in a checkout
// of its repository; date is the date of the commit, zero if not known.
func ThisProgram() (p Program, date time.Time) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	p, date = ProgramOf(info)
	p.Kernels, p.Fused = wide.InUse().String(), fused()
	return p, date
}

// ProgramOf returns the version, the commit and its date of a program of this repository, of what Go says about its
// build.
func ProgramOf(info *debug.BuildInfo) (p Program, date time.Time) {
	p.Version = Released + "+dev"
	if v := info.Main.Version; release.MatchString(v) {
		p.Version = v
	}
	changes := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			p.Commit = s.Value
		case s.Key == "vcs.time":
			date, _ = time.Parse(time.RFC3339, s.Value)
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = "+changes"
		}
	}
	if p.Commit != "" {
		p.Commit += changes
	}
	return p, date
}

// String describes the program in a line: Tumble 0.9+dev (1a2b3c4d5e6f).
func (p Program) String() string {
	commit, changes, _ := strings.Cut(p.Commit, "+")
	if commit == "" {
		return "Tumble " + p.Version
	}
	text := fmt.Sprintf("Tumble %s (%s", p.Version, commit[:min(len(commit), 12)])
	if changes != "" {
		text += " with " + changes
	}
	return text + ")"
}

// Origin returns the origin of results of the scene.
func (s *Scene) Origin() Origin {
	o := Origin{Command: CommandLine(os.Args), Scene: s.Name, Set: append([]string{}, s.Set...)}
	if s.World != nil { // a run of dumps has no world
		o.Seed = s.World.Params().Seed
	}
	o.Program, _ = ThisProgram()
	return o
}

// Fields returns the origin as pairs of name and text, for formats that store such pairs. Title and
// Software are names that many formats know.
func (o *Origin) Fields() [][2]string {
	return [][2]string{
		{"Title", o.Scene}, {"Software", o.Program.String()},
		{"Version", o.Version}, {"Commit", o.Commit}, {"Kernels", o.Kernels},
		{"Scene", o.Scene}, {"Seed", fmt.Sprint(o.Seed)}, {"Set", strings.Join(o.Set, "\n")}, {"Command", o.Command},
	}
}

// CommandLine joins arguments so that a shell splits them again. The program is given by its name alone.
func CommandLine(args []string) string {
	words := []string{"tumble"}
	for _, a := range args[min(1, len(args)):] {
		special := func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
				strings.ContainsRune("-_./=:,+@%", r))
		}
		if a == "" || strings.ContainsFunc(a, special) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}
