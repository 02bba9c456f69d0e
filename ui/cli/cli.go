package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/spell"
)

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2
)

// Env is the environment of the command line.
type Env struct {
	Stdout, Stderr io.Writer
	Terminal       bool // standard error is a terminal: progress is one line, rewritten

	// Open opens the window and returns after the window was closed; nil in a program that was built without
	// graphics.
	Open func(OpenRequest) error

	// MemoryFile is the file in which the window keeps its state; empty: the state is not kept.
	MemoryFile string

	// Main sets the following fields.
	line   []string  // the command line without the program's name
	screen io.Writer // standard error without filter, since progress needs carriage returns
}

// command is one command of the program.
type command struct {
	name    string
	args    string // its arguments besides flags, as in its usage: SCENE, FILE, DIR, [MAY BE LEFT OUT], this|that
	does    string // one line for the list of commands
	more    string // further text of its help
	example string
	absent  string              // why this program lacks the command
	reports bool                // prints messages besides its result, so that it has --quiet
	prepare func(*flags) action // declares the flags, returns the action to carry out after parsing
}

// action carries a command out.
type action func(*call) error

// call is one use of a command.
type call struct {
	context.Context                // ends at Ctrl-C and other signals, see untilSignal
	args            []string       // without flags
	commands        []command      // all commands of the program
	root            *cobra.Command // the whole command line
	env             Env
	resultOnStdout  bool // a result goes to standard output, and nothing else may
	quiet           bool // only results and errors are printed
}

// messages returns the writer for messages about the result.
func (c *call) messages() io.Writer {
	switch {
	case c.quiet:
		return io.Discard
	case c.resultOnStdout:
		return c.env.Stderr
	}
	return c.env.Stdout
}

// note returns the writer for messages during the work.
func (c *call) note() io.Writer {
	if c.quiet {
		return io.Discard
	}
	return c.env.Stderr
}

// commands lists all commands, in the order of the help.
func commands() []command {
	return []command{openCommand, scenesCommand, runCommand, stateCommand, sweepCommand, shotCommand, recordCommand,
		replayCommand, courseCommand, exportCommand, reportCommand, serveCommand, benchCommand, checkCommand,
		completionCommand, manCommand, versionCommand, licencesCommand, helpCommand}
}

// Main carries out a command line without the program's name and returns the exit
// status.
func Main(args []string, env Env) int {
	if err := run.ChooseKernels(os.Getenv(kernelsVariable)); err != nil {
		fmt.Fprintf(env.Stderr, "tumble: %s: %v\n", kernelsVariable, err)
		return exitUsage
	}
	if err := findMemory(); err != nil {
		fmt.Fprintf(env.Stderr, "tumble: %s: %v\n", limit.MemoryVariable, err)
		return exitUsage
	}
	env.line = args
	// Text from files reaches terminals in many ways, and all of them use these writers: only here control characters
	// have to be filtered.
	env.screen, env.Stdout, env.Stderr = env.Stderr, spell.Writer(env.Stdout), spell.Writer(env.Stderr)
	root := newRoot(env)
	root.SetArgs(append([]string{}, args...)) // not nil, for which cobra would take the arguments of the process
	err := root.Execute()
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
	}
	fmt.Fprintf(env.Stderr, "tumble: %v\n", err)
	var ended *interruption
	if errors.As(err, &ended) {
		return ended.status()
	}
	return exitError
}

// findMemory finds out, once, how much memory bodies may take.
var findMemory = sync.OnceValue(func() (err error) {
	if text := os.Getenv(limit.MemoryVariable); text != "" {
		var bytes int
		if bytes, err = limit.ParseMemory(text); err == nil {
			limit.Memory.Most = bytes
		}
	} else if free, known := input.FreeMemory(); known {
		limit.Memory.Most = free
	}
	return err
})

// kernelsVariable is the environment variable that can choose narrower kernels than those of the processor,
// to compare them: no bit of a result depends on it.
const kernelsVariable = "TUMBLE_KERNELS"

// usageError is the error of a command line that cannot be understood.
type usageError struct {
	command string // the command whose help would help
	text    string
}

func (e *usageError) Error() string { return e.text }

// ofOption rewrites an error about an option of some work as an error about the flag that sets the option.
func ofOption(command string, err error) error {
	var o *batch.OptionError
	if !errors.As(err, &o) {
		return err
	}
	flag := "--" + o.Option
	if letter := letters[o.Option]; letter != "" {
		flag = "-" + letter
	}
	if o.File {
		return fmt.Errorf("%s: %w", flag, o.Err)
	}
	return &usageError{command, fmt.Sprintf("%s: %s: %v", command, flag, o.Err)}
}

// newRoot returns the command line. The program without a command is the command open: a first word that names no
// command is a scene for the window.
func newRoot(env Env) *cobra.Command {
	cobra.MousetrapHelpText = "" // on Windows a click on the program opens the window, too
	table := commands()
	root := table[find(table, "open")].cobra(env, table)
	root.Use, root.Short, root.Example = "tumble [SCENE]", "simulates and shows granular matter", ""
	root.SilenceErrors, root.SilenceUsage = true, true // Main prints errors
	root.DisableAutoGenTag = true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	var version bool
	(&flags{"open", root.Flags(), root}).toggle("version", "says which program this is", &version)
	open := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if version {
			return printVersion(env.Stdout)
		}
		return open(cmd, args)
	}
	ofOpen := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd.Flags().NArg() > 0 {
			ofOpen(cmd, args)
			return
		}
		list(env.Stdout, table)
	})
	for i := range table {
		if c := table[i].cobra(env, table); table[i].name == "help" {
			root.SetHelpCommand(c)
		} else {
			root.AddCommand(c)
		}
	}
	return root
}

func find(table []command, name string) int {
	return slices.IndexFunc(table, func(c command) bool { return c.name == name })
}

// cobra returns the command in the form of the library cobra; table is the table of all commands.
func (c *command) cobra(env Env, table []command) *cobra.Command {
	cmd := &cobra.Command{
		Use: strings.TrimSpace(c.name + " " + c.args), Short: c.does, Long: strings.TrimSpace(c.does + "\n\n" + c.more),
		Example:           c.example,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: c.complete,
		// An absent command accepts any flags, so that its error always says that it is absent.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: c.absent != ""},
	}
	f := newFlags(c.name, cmd)
	var do action
	var quiet bool
	if c.absent == "" {
		do = c.prepare(f)
		if c.reports {
			f.toggle("quiet", "says nothing but what is asked for by a flag, and errors", &quiet)
		}
	}
	cmd.SetHelpFunc(func(*cobra.Command, []string) { c.help(env.Stdout, f) })
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if c.absent != "" {
			return fmt.Errorf("%s: %s", c.name, c.absent)
		}
		env := env
		env.Terminal = env.Terminal && !quiet
		err := c.call(do, &call{args: args, commands: table, root: cmd.Root(), env: env, quiet: quiet})
		var usage *usageError
		if err == nil || errors.As(err, &usage) {
			return err
		}
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return cmd
}

// call carries the command out.
func (c *command) call(do action, use *call) error {
	ctx, stop := untilSignal(context.Background())
	defer stop()
	use.Context = ctx
	return do(use)
}

// one returns the only argument of a command; what names it in errors.
func (c *call) one(command, what string) (string, error) {
	switch len(c.args) {
	case 0:
		return "", &usageError{command, command + ": needs a " + what}
	case 1:
		return c.args[0], nil
	}
	return "", &usageError{command, fmt.Sprintf("%s: takes one %s, got %s", command, what, strings.Join(c.args, " "))}
}

func names(table []command) (list []string) {
	for _, c := range table {
		list = append(list, c.name)
	}
	return list
}

// usage returns the command line of the command with its arguments.
func (c *command) usage() string {
	return strings.TrimSpace("tumble " + c.name + " " + c.args)
}

// help writes everything about one command.
func (c *command) help(w io.Writer, f *flags) {
	var rows []string
	f.set.VisitAll(func(r *pflag.Flag) {
		if r.Name != "help" {
			rows = append(rows, strings.TrimSpace(dashed(r)+" "+r.Value.Type())+"\t"+r.Usage)
		}
	})
	usage := c.usage()
	if rows != nil {
		usage += " [FLAGS]"
	}
	fmt.Fprintf(w, "%s\n\n%s\n", usage, c.does)
	if c.more != "" {
		fmt.Fprintf(w, "%s\n", c.more)
	}
	if rows != nil {
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(tw, "\n  %s\n", strings.Join(rows, "\n  "))
		tw.Flush()
	}
	fmt.Fprintf(w, "\nExample:\n  %s\n", strings.ReplaceAll(c.example, "\n", "\n  "))
}
