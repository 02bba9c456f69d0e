package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"example.org/tumble/sim/run/batch"
)

// interruption is batch.ErrInterrupted, with the signal.
type interruption struct{ signal syscall.Signal }

func (i *interruption) Error() string        { return batch.ErrInterrupted.Error() }
func (i *interruption) Is(target error) bool { return target == batch.ErrInterrupted }

// status is what shells make of a signal.
func (i *interruption) status() int { return 128 + int(i.signal) }

// endings are the signals that ask a program to end: Ctrl-C, kill, a terminal that closes.
var endings = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// untilSignal returns a context that ends at the first signal that asks the program to end;
// its cause is the interruption. The second signal ends the program at once. Signals that
// who started the program had ignored, as nohup does, stay so.
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

// killed reports whether the call should end for another reason than a person at the terminal who pressed Ctrl-C.
func (c *call) killed() bool {
	var why *interruption
	return errors.As(batch.Interrupted(c), &why) && why.signal != syscall.SIGINT
}
