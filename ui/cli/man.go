package cli

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
)

var manCommand = command{
	name: "man", args: "DIR",
	does: "writes manual pages of the program and its commands into a folder",
	example: "tumble man ~/.local/share/man/man1\n" +
		"man tumble-run",
	prepare: func(*flags) action {
		return func(c *call) error {
			dir, err := c.one("man", "DIR")
			if err != nil {
				return err
			}
			outfile.Follow(dir)
			if err := outfile.MakeFolder(dir); err != nil {
				return err
			}
			program, date := run.ThisProgram()
			for _, cmd := range append([]*cobra.Command{c.root}, c.root.Commands()...) {
				page := filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
				header := &doc.GenManHeader{Section: "1", Source: "Tumble " + program.Version, Manual: "Tumble"}
				if !date.IsZero() { // otherwise cobra writes the present date
					header.Date = &date
				}
				if err := outfile.Write(page, func(w io.Writer) error { return doc.GenMan(cmd, header, w) }); err != nil {
					return err
				}
			}
			return nil
		}
	},
}
