package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// flags are the flags of one command, with errors in this program's form.
type flags struct {
	command string
	set     *pflag.FlagSet
	cobra   *cobra.Command
}

// letters are the flags that also have a letter, which is the same for every command: -o is --output.
var letters = map[string]string{"output": "o"}

// newFlags returns the flags of cmd.
func newFlags(command string, cmd *cobra.Command) *flags {
	f := &flags{command: command, set: cmd.Flags(), cobra: cmd}
	f.set.SortFlags = false
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return f.refused(err) })
	return f
}

// value is the value of a flag in the form of the library pflag.
type value struct {
	kind string // name of the value in the help
	read func(string) error
}

func (v *value) Set(s string) error { return v.read(s) }
func (v *value) Type() string       { return v.kind }
func (v *value) String() string     { return "" }

// text declares a flag with a value, which read accepts or refuses. The help says what the value means and, in
// parentheses, the default. Shells complete the names of files and folders for the kinds FILE and DIR; a name that
// a person typed may be a link.
func (f *flags) text(name, kind, help string, read func(string) error) {
	how := cobra.NoFileCompletions
	switch kind {
	case "FILE":
		how = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	case "DIR":
		how = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	}
	if kind == "FILE" || kind == "DIR" {
		bare := read
		read = func(s string) error {
			outfile.Follow(s)
			return bare(s)
		}
	}
	f.declare(name, kind, help, read, how)
}

// choice declares a flag whose value is a name of a table; set gets the index of the name.
func (f *flags) choice(name, kind, help string, table []string, set func(int)) {
	f.declare(name, kind, help, func(s string) error {
		i, err := oneOf(s, table)
		if err == nil {
			set(i)
		}
		return err
	}, cobra.FixedCompletions(table, cobra.ShellCompDirectiveNoFileComp))
}

func (f *flags) declare(name, kind, help string, read func(string) error, how cobra.CompletionFunc) {
	f.set.VarPF(&value{kind, read}, name, letters[name], help).DefValue = kind // manual pages print --name=DefValue
	if err := f.cobra.RegisterFlagCompletionFunc(name, how); err != nil {
		panic(err) // the flag was declared twice
	}
}

// toggle declares a flag without a value.
func (f *flags) toggle(name, help string, on *bool) {
	read := func(s string) (err error) {
		if *on, err = strconv.ParseBool(s); err != nil {
			return fmt.Errorf("must be true or false, got %s", spell.Quote(s))
		}
		return nil
	}
	added := f.set.VarPF(&value{"", read}, name, letters[name], help)
	added.NoOptDefVal, added.DefValue = "true", "true"
}

// given reports whether the command line has the flag.
func (f *flags) given(name string) bool { return f.set.Changed(name) }

// file declares a flag that names a file.
func (f *flags) file(name, help string, path *string) {
	f.text(name, "FILE", help, func(s string) error {
		if s == "" {
			return errors.New("must be the name of a file, got nothing")
		}
		*path = s
		return nil
	})
}

// integer declares a flag with a whole number of at least min.
func (f *flags) integer(name, help string, min int64, n *int64) {
	f.text(name, "N", help, func(s string) error {
		v, err := strconv.ParseInt(s, 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("must be a whole number from %d to %d, got %s", min, math.MaxInt64, spell.Quote(s))
		}
		if err != nil || v < min {
			return fmt.Errorf("must be a whole number ≥ %d, got %s", min, spell.Quote(s))
		}
		*n = v
		return nil
	})
}

// count declares a flag with a whole number from min to a bound.
func (f *flags) count(name, help string, min int64, most *limit.Bound, n *int64) {
	f.text(name, "N", help, func(s string) error {
		v, err := strconv.ParseInt(s, 10, 64)
		if err != nil || v < min || v > int64(most.Most) {
			return fmt.Errorf("must be a whole number from %d to %d, got %s", min, most.Most, spell.Quote(s))
		}
		*n = v
		return nil
	})
}

// time declares a flag with a simulated time > 0 [s].
func (f *flags) time(name, help string, t *float64) {
	f.text(name, "TIME", help, func(s string) (err error) {
		*t, err = parseTime(s)
		return err
	})
}

// number declares a flag with a number in [lo, hi].
func (f *flags) number(name, help string, lo, hi float64, x *float64) {
	f.text(name, "X", help, func(s string) (err error) {
		*x, err = parseNumber(s, lo, hi)
		return err
	})
}

// refused rewrites an error of the library's parser in the form of this program's errors.
func (f *flags) refused(err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		wrong   *pflag.InvalidValueError
		text    = err.Error()
	)
	switch {
	case errors.As(err, &unknown):
		text = f.unknown(unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames())
	case errors.As(err, &missing):
		text = dashed(missing.GetFlag()) + ": needs a value"
	case errors.As(err, &wrong):
		text = fmt.Sprintf("%s: %v", dashed(wrong.GetFlag()), wrong.Unwrap())
	}
	return &usageError{f.command, f.command + ": " + text}
}

// unknown returns the error of an unknown flag: a name, or a letter among letters.
func (f *flags) unknown(name, letters string) string {
	if letters != "" && f.set.Lookup(letters) != nil {
		return fmt.Sprintf("no flag -%s (did you mean --%s?)", letters, letters)
	} else if letters != "" {
		return "no flag -" + name
	}
	var known []string
	f.set.VisitAll(func(r *pflag.Flag) { known = append(known, r.Name) })
	return fmt.Sprintf("no flag %s%s", shortFlag(name), spell.DidYouMean(name, known))
}

// dashed returns a flag as it is typed, as its letter if it has one.
func dashed(r *pflag.Flag) string {
	if r.Shorthand != "" {
		return "-" + r.Shorthand
	}
	return "--" + r.Name
}

// shortFlag returns a flag as it is typed, a long one quoted and shortened.
func shortFlag(name string) string {
	if len(name) > 60 {
		return spell.Quote("--" + name)
	}
	return "--" + name
}
