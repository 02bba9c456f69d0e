package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
)

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2
)

// Env is what the command line is wired to.
type Env struct {
	Stdout, Stderr io.Writer
	Terminal       bool // standard error is a terminal: progress is one line, rewritten

	// Open opens the window and returns when it was closed; nil in a program that was
	// built without graphics.
	Open func(OpenRequest) error
}

// command is one command of the program.
type command struct {
	name    string
	args    string // what it takes besides flags, as in its usage
	does    string // one line for the list of commands
	more    string // what else its help should say
	example string
	absent  string              // why this program lacks the command
	window  bool                // Ctrl-C ends the program at once: a window has its own ways to close
	prepare func(*flags) action // declares the flags, returns what to do after parsing
}

// action carries a command out.
type action func(*call) error

// call is one use of a command.
type call struct {
	context.Context          // ends at Ctrl-C
	args            []string // without flags
	commands        []string // names of all commands
	env             Env
}

// commands lists all commands, in the order of the help.
func commands() []command {
	return []command{openCommand, scenesCommand, runCommand, sweepCommand, shotCommand, recordCommand, benchCommand, checkCommand}
}

// Main carries out a command line without the program's name and returns the exit
// status.
func Main(args []string, env Env) int {
	err := dispatch(args, env)
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		fmt.Fprintf(env.Stderr, "tumble: %v\n", err)
		if usage.command != "" {
			fmt.Fprintf(env.Stderr, "tumble %s --help shows how it is used\n", usage.command)
		}
		return exitUsage
	default:
		fmt.Fprintf(env.Stderr, "tumble: %v\n", err)
		return exitError
	}
}

// usageError is a command line that cannot be understood.
type usageError struct {
	command string // whose help would help
	text    string
}

func (e *usageError) Error() string { return e.text }

// dispatch finds the command; what names none is a scene for the window.
func dispatch(args []string, env Env) error {
	table := commands()
	name := "open"
	if len(args) > 0 {
		switch args[0] {
		case "-h", "-help", "--help":
			return help(env.Stdout, table, nil)
		case "help":
			return help(env.Stdout, table, args[1:])
		}
		if i := find(table, args[0]); i >= 0 {
			name, args = args[0], args[1:]
		}
	}
	return table[find(table, name)].call(args, env, names(table))
}

func find(table []command, name string) int {
	return slices.IndexFunc(table, func(c command) bool { return c.name == name })
}

// call parses the flags and carries the command out. The first Ctrl-C ends its context,
// the second the program.
func (c *command) call(args []string, env Env, commands []string) error {
	if c.absent != "" {
		return fmt.Errorf("%s: %s", c.name, c.absent)
	}
	f := newFlags(c.name)
	do := c.prepare(f)
	rest, err := f.parse(args)
	if errors.Is(err, errHelp) {
		c.help(env.Stdout, f)
		return nil
	}
	if err != nil {
		return err
	}
	ctx := context.Background()
	if !c.window {
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop)
	}
	if err := do(&call{Context: ctx, args: rest, env: env, commands: commands}); err != nil {
		var usage *usageError
		if errors.As(err, &usage) {
			return err
		}
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// one returns the only argument of a command, which is a what.
func (c *call) one(command, what string) (string, error) {
	switch len(c.args) {
	case 0:
		return "", &usageError{command, command + ": needs a " + what}
	case 1:
		return c.args[0], nil
	}
	return "", &usageError{command, fmt.Sprintf("%s: takes one %s, got %s", command, what, strings.Join(c.args, " "))}
}

// help writes the help of one command, or the list of all.
func help(w io.Writer, table []command, args []string) error {
	if len(args) > 0 {
		i := find(table, args[0])
		if i < 0 {
			return &usageError{"", fmt.Sprintf("help: no command %q%s", args[0], didYouMean(args[0], names(table)))}
		}
		f := newFlags(args[0])
		if table[i].absent == "" {
			table[i].prepare(f)
		}
		table[i].help(w, f)
		return nil
	}
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

func names(table []command) (list []string) {
	for _, c := range table {
		list = append(list, c.name)
	}
	return list
}

// usage is the command with what it takes.
func (c *command) usage() string {
	return strings.TrimSpace("tumble " + c.name + " " + c.args)
}

// help writes everything about one command.
func (c *command) help(w io.Writer, f *flags) {
	fmt.Fprintf(w, "%s [FLAGS]\n\n%s\n", c.usage(), c.does)
	if c.more != "" {
		fmt.Fprintf(w, "%s\n", c.more)
	}
	if len(f.rows) > 0 {
		fmt.Fprintln(w)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, r := range f.rows {
			fmt.Fprintf(tw, "  %s\t%s\n", strings.TrimSpace(dashed(r.name)+" "+r.value), r.help)
		}
		tw.Flush()
	}
	fmt.Fprintf(w, "\nExample:\n  %s\n", strings.ReplaceAll(c.example, "\n", "\n  "))
}
