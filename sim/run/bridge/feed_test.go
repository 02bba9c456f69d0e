package bridge

import (
	"sync"
	"testing"
)

// Contract: a reader always gets the newest whole snapshot, never an older one than
// before, never one that the writer is filling; a reader that does not read stops nobody.
// With -race this is also the proof that buffers have one owner at a time.
func TestFeedHandsOverWholeSnapshots(t *testing.T) {
	const rounds = 20000
	f := NewFeed()
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		for i := uint64(1); i <= rounds; i++ {
			s := f.Writer()
			s.Seq = i
			s.Bodies = append(s.Bodies[:0], Body{Mass: float32(i)}, Body{Mass: float32(i)})
			s.Step = int64(i)
			f.Publish(s)
		}
	}()
	var held *Snapshot
	var seq uint64
	for seq < rounds {
		if held = f.Latest(held); held == nil {
			continue
		}
		if held.Seq < seq {
			t.Fatalf("snapshot %d after %d", held.Seq, seq)
		}
		seq = held.Seq
		if held.Step != int64(seq) || held.Bodies[0].Mass != float32(seq) || held.Bodies[1].Mass != float32(seq) {
			t.Fatalf("snapshot %d is torn", seq)
		}
	}
	wait.Wait()

	// Nobody reads any more.
	for i := 0; i < 100; i++ {
		f.Publish(f.Writer())
	}
}
