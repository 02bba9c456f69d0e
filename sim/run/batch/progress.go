package batch

import (
	"context"
	"errors"
	"time"

	"example.org/tumble/sim/run"
)

// ErrInterrupted is the cause of a context that a person ended, also by a signal. The results until then
// stay.
var ErrInterrupted = errors.New("interrupted")

// Progress is how far long work has come.
type Progress struct {
	Done  float64 // share of the work, from 0 to 1
	Time  float64 // simulated [s]; 0 together with Until 0: not shown
	Begin float64 // simulated time at which the work began [s]
	Until float64 // simulated time at its end [s], 0 if it is not known
	About string  // what is being done, for people
}

// Left returns how long the rest of the work takes at the average speed so far; 0 if that is not known.
func (p Progress) Left(elapsed time.Duration) time.Duration {
	if p.Done <= 0 {
		return 0
	}
	return time.Duration(float64(elapsed) * max(1-p.Done, 0) / p.Done)
}

// ProgressFunc receives the progress of work, often and from the goroutine that does the work. It may be
// nil.
type ProgressFunc func(Progress)

// Of calls the function unless it is nil.
func (t ProgressFunc) Of(p Progress) {
	if t != nil {
		t(p)
	}
}

// Part returns the function for a part of the work: from and to are the shares of the whole work at which
// the part begins and ends.
func (t ProgressFunc) Part(from, to float64) ProgressFunc {
	return func(p Progress) {
		p.Done = from + p.Done*(to-from)
		t.Of(p)
	}
}

// About returns the function with a text that describes the work.
func (t ProgressFunc) About(text func() string) ProgressFunc {
	return func(p Progress) {
		p.About = text()
		t.Of(p)
	}
}

// Interrupted returns the reason to end the work, or nil.
func Interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}

// Through returns a context that ends like another one, except for an interruption: work after an
// interruption still writes its results. Call free when the work is done.
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

// Await does work that cannot be cancelled, such as reading a file. When the context ends, Await returns
// and the work continues in the background; its result is dropped.
func Await[T any](ctx context.Context, work func() (T, error)) (T, error) {
	return await(ctx, work, func(T) {})
}

// Load loads a scene, which cannot be cancelled. If the context ends first, the scene's world is closed
// as soon as it is loaded.
func Load(ctx context.Context, load func() (run.Scene, error)) (run.Scene, error) {
	return await(ctx, load, func(sc run.Scene) { sc.World.Close() })
}

// await is Await with a function that releases a value that comes too late.
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
