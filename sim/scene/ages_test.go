package scene

import (
	"math"
	"testing"
)

// Contract: a state has the age of each body: the time since the step in which it came, or since the beginning.
func TestStateHasAges(t *testing.T) {
	sc, err := Load("conveyor", Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	w := sc.World
	defer w.Close()
	born, later := map[int64]float64{}, 0
	for k := 0; k < 8000; k++ {
		if k%200 == 0 {
			for _, b := range w.State().Bodies {
				if _, known := born[int64(b.ID)]; !known {
					born[int64(b.ID)] = w.Clock().Time - b.Age
				}
			}
		}
		from := w.Clock().Time
		n := w.NumBodies()
		if w.Step(); w.NumBodies() > n {
			s := w.State()
			if b := &s.Bodies[len(s.Bodies)-1]; b.Age < 0 || b.Age > w.Clock().Time-from+1e-12 {
				t.Fatalf("body %d has come in this step of %g s, its age is %g s", b.ID, w.Clock().Time-from, b.Age)
			}
		}
	}
	s := w.State()
	for i := range s.Bodies {
		b := &s.Bodies[i]
		at, known := born[int64(b.ID)]
		if known && !(math.Abs(b.Age-(s.Time-at)) < 1e-12) {
			t.Errorf("body %d came at %g s, its age at %g s is %g s", b.ID, at, s.Time, b.Age)
		}
		if at > 0 {
			later++
		}
		if b.Mass == 0 && b.Age != s.Time {
			t.Errorf("body %d of the scene has the age %g s at %g s", b.ID, b.Age, s.Time)
		}
	}
	if later < 5 {
		t.Errorf("%d bodies came later", later)
	}
}
