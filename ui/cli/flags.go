package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// flags are the flags of one command: the parser of the standard library, with flags
// allowed after arguments too, and with help and errors in this program's form.
type flags struct {
	command string
	set     *flag.FlagSet
	rows    []flagRow
	err     error // of the flag that was refused
}

// flagRow is one line of the help.
type flagRow struct{ name, value, help string }

// errHelp is returned for -h and --help.
var errHelp = errors.New("help")

func newFlags(command string) *flags {
	f := &flags{command: command, set: flag.NewFlagSet(command, flag.ContinueOnError)}
	f.set.SetOutput(io.Discard)
	return f
}

// text declares a flag with a value, which read takes or refuses. The help says what value
// is and what holds without the flag.
func (f *flags) text(name, value, help string, read func(string) error) {
	f.rows = append(f.rows, flagRow{name, value, help})
	f.set.Func(name, "", func(s string) error {
		err := read(s)
		if err != nil {
			f.err = &usageError{f.command, fmt.Sprintf("%s: %s: %v", f.command, dashed(name), err)}
		}
		return err
	})
}

// toggle declares a flag without a value.
func (f *flags) toggle(name, help string, on *bool) {
	f.rows = append(f.rows, flagRow{name, "", help})
	f.set.BoolVar(on, name, false, "")
}

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
		if err != nil || v < min {
			return fmt.Errorf("must be a whole number ≥ %d, got %q", min, s)
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
	f.text(name, "X", help, func(s string) error {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || !(v >= lo && v <= hi) {
			return fmt.Errorf("must be a number from %g to %g, got %q", lo, hi, s)
		}
		*x = v
		return nil
	})
}

// parse reads a command line and returns what is not a flag. Everything after "--" is an
// argument.
func (f *flags) parse(args []string) (rest []string, err error) {
	for len(args) > 0 {
		if args[0] == "--" {
			return append(rest, args[1:]...), nil
		}
		if err := f.set.Parse(args); err != nil {
			return nil, f.refused(err)
		}
		// Parse stops at the first argument, or behind a "--".
		left := f.set.Args()
		if n := len(args) - len(left); n > 0 && args[n-1] == "--" {
			return append(rest, left...), nil
		}
		if len(left) == 0 {
			break
		}
		rest, args = append(rest, left[0]), left[1:]
	}
	return rest, nil
}

// refused puts an error of the standard library's parser into this program's form.
func (f *flags) refused(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return errHelp
	}
	if f.err != nil {
		return f.err
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var known []string
		for _, r := range f.rows {
			known = append(known, r.name)
		}
		text = fmt.Sprintf("no flag %s%s", dashed(name), didYouMean(name, known))
	} else if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		text = dashed(name) + ": needs a value"
	}
	return &usageError{f.command, f.command + ": " + text}
}

// dashed writes a flag as people type it.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
