package cli

import (
	"fmt"
	"io"

	"example.org/tumble/assets"
	"example.org/tumble/sim/run"
)

var licencesCommand = command{
	name:    "licences",
	does:    "prints the licences of what the program is built with",
	example: "tumble licences | less",
	prepare: func(*flags) action {
		return func(c *call) error {
			if len(c.args) > 0 {
				return &usageError{"licences", "licences: takes no argument, got " + c.args[0]}
			}
			_, err := io.WriteString(c.env.Stdout, assets.Licences)
			return err
		}
	},
}

var versionCommand = command{
	name: "version",
	does: "says which program this is: version, commit, kernels",
	more: "Kernels are the vector instructions in use: avx512, avx2, simd128 in a browser, or scalar for none. No bit\n" +
		"of a result depends on them.",
	example: "tumble version --json",
	prepare: func(f *flags) action {
		var asJSON bool
		f.toggle("json", "the same as one JSON object", &asJSON)
		return func(c *call) error {
			if len(c.args) > 0 {
				return &usageError{"version", "version: takes no argument, got " + c.args[0]}
			}
			if p, _ := run.ThisProgram(); asJSON {
				return printJSON(c.env.Stdout, p)
			}
			return printVersion(c.env.Stdout)
		}
	},
}

func printVersion(w io.Writer) error {
	p, date := run.ThisProgram()
	commit := p.Commit
	if commit == "" {
		commit = "not known"
	}
	text := fmt.Sprintf("tumble %s\ncommit %s", p.Version, commit)
	if !date.IsZero() {
		text += date.UTC().Format(", 2006-01-02")
	}
	text += "\nkernels " + p.Kernels
	if p.Fused {
		text += "\narithmetic fused: results differ in the last digits from those of a build by ./dev"
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
