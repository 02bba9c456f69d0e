package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"tumble/sim/spell"
)

var helpCommand = command{
	name: "help", args: "[COMMAND]",
	does:    "shows how a command is used, or lists all",
	example: "tumble help run",
	prepare: func(*flags) action {
		return func(c *call) error {
			if len(c.args) == 0 {
				return list(c.env.Stdout, c.commands)
			}
			for _, cmd := range c.root.Commands() {
				if cmd.Name() == c.args[0] {
					return cmd.Help()
				}
			}
			return &usageError{"", fmt.Sprintf("help: no command %s%s", spell.Quote(c.args[0]), didYouMean(c.args[0], names(c.commands)))}
		}
	},
}

// list writes the list of all commands.
func list(w io.Writer, table []command) error {
	fmt.Fprint(w, "Tumble simulates and shows granular matter: capsules, spheres, clumps, walls and meshes.\n\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range table {
		fmt.Fprintf(tw, "  %s\t%s\n", c.usage(), c.does)
	}
	tw.Flush()
	_, err := fmt.Fprint(w, `
SCENE is a built-in scene (tumble scenes lists them) or a file. Each command has a help
with all its flags and an example: tumble run --help
`)
	return err
}
