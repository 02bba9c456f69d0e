package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/run/batch"
)

// interruption is the error batch.ErrInterrupted with the signal that caused it.
type interruption struct{ signal syscall.Signal }

func (i *interruption) Error() string        { return batch.ErrInterrupted.Error() }
func (i *interruption) Is(target error) bool { return target == batch.ErrInterrupted }

// status returns the exit status that shells use for a signal.
func (i *interruption) status() int { return 128 + int(i.signal) }

// endings are the signals that ask a program to end: Ctrl-C, kill, a terminal that closes.
var endings = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// untilSignal returns a context that ends at the first signal that asks the program to end; its cause is the
// interruption. The second signal ends the program at once. Signals that were ignored when the program started, as
// nohup does it, stay ignored.
func untilSignal(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	came := make(chan os.Signal, 1)
	for _, s := range endings {
		if !signal.Ignored(s) {
			signal.Notify(came, s)
		}
	}
	signal.Ignore(broken...)
	go func() {
		select {
		case s := <-came:
			signal.Stop(came)
			cancel(&interruption{s.(syscall.Signal)})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		cancel(nil)
	}
}

// inputFlag lets a command end with its standard input.
type inputFlag struct{ whileInput bool }

func (i *inputFlag) declareInput(f *flags) {
	f.toggle("while-input", "ends with standard input, as by Ctrl-C: for programs that start the command", &i.whileInput)
}

// begin lets the command of a call end with standard input if that was asked for, until the returned function is
// called; files are those that it reads.
func (i *inputFlag) begin(c *call, command string, files ...string) (stop func(), err error) {
	switch {
	case !i.whileInput:
		return func() {}, nil
	case slices.Contains(files, input.Standard):
		return nil, &usageError{command, command + ": --while-input: what it reads must be in files, got -"}
	}
	return c.untilInputEnds(), nil
}

// untilInputEnds lets the call end with standard input, until the returned function is called: the program that holds
// its other end asks for that, or has ended.
func (c *call) untilInputEnds() (stop func()) {
	ctx, cancel := context.WithCancelCause(c.Context)
	c.Context = ctx
	go func() {
		io.Copy(io.Discard, os.Stdin)
		cancel(&interruption{syscall.SIGTERM})
	}()
	return func() { cancel(nil) }
}

// killed reports whether the call ends because of a signal other than Ctrl-C at the terminal.
func (c *call) killed() bool {
	var why *interruption
	return errors.As(batch.Interrupted(c), &why) && why.signal != syscall.SIGINT
}
