package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"example.org/tumble/assets/manual"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
)

var helpCommand = command{
	name: "help", args: "[TOPIC]",
	does: "prints a topic of the manual or how a command is used, or lists all",
	more: "help scene is the reference of scene files, help scene KEY a part of it.",
	example: "tumble help run\n" +
		"tumble help formats | less\n" +
		"tumble help scene inlets",
	prepare: func(*flags) action {
		return func(c *call) error {
			if len(c.args) == 0 {
				return list(c.env.Stdout, c.commands)
			}
			if c.args[0] == "scene" {
				return printReference(c.env.Stdout, c.args[1:])
			}
			for _, cmd := range c.root.Commands() {
				if cmd.Name() == c.args[0] {
					return cmd.Help()
				}
			}
			known := names(c.commands)
			for _, topic := range manual.Topics() {
				if topic.Name == c.args[0] {
					_, err := io.WriteString(c.env.Stdout, topic.Plain())
					return err
				}
				known = append(known, topic.Name)
			}
			return &usageError{"", fmt.Sprintf("help: no command or topic %s%s", spell.Quote(c.args[0]),
				spell.DidYouMean(c.args[0], known))}
		}
	},
}

// printReference writes the reference of scene files, or the parts that words name.
func printReference(w io.Writer, words []string) error {
	sections, err := scene.Reference()
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return scene.WriteReference(w, sections)
	}
	var part []scene.Section
	for _, word := range words {
		found := scene.Part(sections, word)
		if len(found) == 0 {
			var known []string
			for _, s := range sections {
				known = append(append(known, s.Name), s.In...)
			}
			return &usageError{"", fmt.Sprintf("help scene: no part %s%s", spell.Quote(word), spell.DidYouMean(word, known))}
		}
		part = append(part, found...)
	}
	return scene.WriteReference(w, part)
}

// list writes the list of all commands and of all topics of the manual.
func list(w io.Writer, table []command) error {
	fmt.Fprint(w, "Tumble simulates and shows granular matter: capsules, spheres, clumps, walls and meshes.\n\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range table {
		fmt.Fprintf(tw, "  %s\t%s\n", c.usage(), c.does)
	}
	fmt.Fprint(tw, "\nThe manual, which tumble help TOPIC prints and F1 opens in the window:\n\n")
	for _, topic := range manual.Topics() {
		fmt.Fprintf(tw, "  %s\t%s\n", topic.Name, topic.About)
	}
	tw.Flush()
	_, err := fmt.Fprint(w, `
SCENE is a built-in scene (tumble scenes lists them), a file, or - for a scene from standard
input. Each command has a help with all its flags and an example: tumble run --help

Exit status: 0, 1 if something failed, 2 for a command line that cannot be understood; 130,
143 and 129 after SIGINT, SIGTERM and SIGHUP, with what was asked for written as far as it came.
`)
	return err
}
