package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"example.org/tumble/sim/scene"
)

var scenesCommand = command{
	name: "scenes", does: "lists the built-in scenes",
	example: "tumble scenes\n" +
		"tumble scenes --schema >scene.schema.json",
	prepare: func(f *flags) action {
		var schema bool
		f.toggle("schema", "the JSON schema of scene files instead, for editors that complete and check them", &schema)
		return func(c *call) error {
			if len(c.args) > 0 {
				return &usageError{"scenes", "scenes: takes no argument, got " + c.args[0]}
			}
			if schema {
				return printSchema(c.env.Stdout)
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

func printSchema(w io.Writer) error {
	data, err := scene.Schema()
	if err == nil {
		_, err = w.Write(append(data, '\n'))
	}
	return err
}
