package cli

import (
	"fmt"
	"text/tabwriter"

	"tumble/sim/scene"
)

var scenesCommand = command{
	name: "scenes", does: "lists the built-in scenes",
	example: "tumble scenes",
	prepare: func(*flags) action {
		return func(c *call) error {
			if len(c.args) > 0 {
				return &usageError{"scenes", "scenes: takes no argument, got " + c.args[0]}
			}
			list, err := scene.List()
			if err != nil {
				return err
			}
			tw := tabwriter.NewWriter(c.env.Stdout, 0, 0, 2, ' ', 0)
			for _, s := range list {
				fmt.Fprintf(tw, "%s\t%s\n", s.Name, s.About)
			}
			return tw.Flush()
		}
	},
}
