package batch

import (
	"context"
	"errors"
	"time"

	"example.org/tumble/sim/run"
)

// ErrInterrupted is the cause of a context that a person ended, also by a signal. What was done until then stays.
var ErrInterrupted = errors.New("interrupted")

// Progress is how far long work has come.
type Progress struct {
	Done  float64 // share of the work, from 0 to 1
	Time  float64 // simulated [s]; 0 with Until 0: it is of no interest
	Begin float64 // simulated time at which the work began [s]
	Until float64 // simulated time at its end [s], 0 if it is not known
	About string  // what is being done, for people
}

// Left returns how long the rest of the work takes after a time, if it goes on as until now; 0 if that is not known.
func (p Progress) Left(elapsed time.Duration) time.Duration {
	if p.Done <= 0 {
		return 0
	}
	return time.Duration(float64(elapsed) * max(1-p.Done, 0) / p.Done)
}

// ProgressFunc is told how far work has come, often and from the goroutine that does the work; nil is told nothing.
type ProgressFunc func(Progress)

// Of calls it, if there is one.
func (t ProgressFunc) Of(p Progress) {
	if t != nil {
		t(p)
	}
}

// Part returns what is told of a part of the work: from and to are the shares of the whole at which it begins and ends.
func (t ProgressFunc) Part(from, to float64) ProgressFunc {
	return func(p Progress) {
		p.Done = from + p.Done*(to-from)
		t.Of(p)
	}
}

// About returns what is told with a text that says what is being done.
func (t ProgressFunc) About(text func() string) ProgressFunc {
	return func(p Progress) {
		p.About = text()
		t.Of(p)
	}
}

// Interrupted returns why work should end, nil if it should not.
func Interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}

// Through returns a context that ends as another one does, but for an interruption: what a person has interrupted still
// has its results. Free is to be called when the work is over.
func Through(ctx context.Context) (through context.Context, free func()) {
	through, end := context.WithCancelCause(context.WithoutCancel(ctx))
	pass := func() {
		if why := context.Cause(ctx); !errors.Is(why, ErrInterrupted) {
			end(why)
		}
	}
	if ctx.Err() != nil {
		pass()
	}
	stop := context.AfterFunc(ctx, pass)
	return through, func() {
		stop()
		end(nil)
	}
}

// Await does work that cannot be ended, such as reading a file. When the context ends, the work is left to itself, and
// nothing of it is seen any more.
func Await[T any](ctx context.Context, work func() (T, error)) (T, error) {
	return await(ctx, work, func(T) {})
}

// Load makes a scene, which cannot be ended. When the context ends before, the scene's world is closed as soon as it is
// there.
func Load(ctx context.Context, load func() (run.Scene, error)) (run.Scene, error) {
	return await(ctx, load, func(sc run.Scene) { sc.World.Close() })
}

// await is Await with what releases a value that comes too late.
func await[T any](ctx context.Context, work func() (T, error), release func(T)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := work()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		go func() {
			if o := <-done; o.err == nil {
				release(o.value)
			}
		}()
		var none T
		return none, Interrupted(ctx)
	}
}
