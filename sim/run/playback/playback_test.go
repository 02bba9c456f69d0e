package playback

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: the multispheres of a run of LIGGGHTS become bodies: as many as were made, with the moment and place of
// their first appearance, of which the spheres keep their distances, and whose turn goes on from moment to moment as
// their spin says. What the dumps do not have is said, and is no number.
func TestMultispheresBecomeBodies(t *testing.T) {
	if _, err := Open("../../files/dump/testdata/liggghts", Options{}); !errors.Is(err, ErrTime) {
		t.Errorf("without a time step: %v", err)
	}
	r, err := Open("../../files/dump/testdata/liggghts", Options{TimeStep: 2e-5})
	if err != nil {
		t.Fatal(err)
	}
	if r.Len() != 9 || r.Nearest(0.0399) != 3 || r.Nearest(0.04) != 4 || r.Nearest(-1) != 0 || r.Nearest(9) != 8 {
		t.Errorf("moments at %v; nearest %d", r.Times, r.Nearest(0.0399))
	}
	before := map[int64]vec.Quat{}
	for k := range r.Len() {
		m, err := r.Read(k)
		if err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			continue // nothing was made yet
		}
		if len(m.Bodies) != 8 {
			t.Fatalf("moment %d: %d bodies", k, len(m.Bodies))
		}
		for i := range m.Bodies {
			b := &m.Bodies[i]
			if b.count != 3 || math.Abs(b.Born-0.01) > 1e-12 || k == 1 && b.Center.Sub(b.Start).Norm() > 1e-9 {
				t.Errorf("moment %d: %+v", k, b)
			}
			a := m.solids(b)
			if gap := a[2].Position.Sub(a[0].Position).Norm(); math.Abs(gap-0.004) > 1e-6 {
				t.Errorf("moment %d: ends of body %d are %g apart", k, b.Number, gap)
			}
			line := b.Orientation.Rotate(vec.AxisX)
			if off := line.Sub(a[2].Position.Sub(a[0].Position).Unit()).Norm(); off > 1e-3 {
				t.Errorf("moment %d: body %d is turned to %v", k, b.Number, line)
			}
			if k > 1 && b.Orientation.Dot(before[b.Number]) < 0.7 {
				t.Errorf("moment %d: body %d has turned over", k, b.Number)
			}
			before[b.Number] = b.Orientation
		}
		var s bridge.Snapshot
		s.Wanted.Details = true
		m.Fill(&s)
		if len(s.Bodies) != 8 || len(s.Capsules) != 24 || len(s.Details) != 8 || !s.Missing.Contacts || s.Missing.Mass ||
			s.TimeStep != 2e-5 || math.IsNaN(s.Readings.Energy.Kinetic) || !math.IsNaN(s.Readings.Energy.Elastic) {
			t.Errorf("moment %d: %+v", k, s.Missing)
		}
	}
}

// Contract: spheres of a run of LAMMPS are bodies each, at the times that the dump says.
func TestSpheresOfLAMMPS(t *testing.T) {
	r, err := Open("../../files/dump/testdata/lammps/dump.lammpstrj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Read(3)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Bodies) != 12 || math.Abs(m.Time-0.06) > 1e-9 || m.Missing.Force || !m.Missing.Turn {
		t.Errorf("%d bodies at %g s, lacks %+v", len(m.Bodies), m.Time, m.Missing)
	}
	if m.Missing.Reason(bridge.Missing{Contacts: true}) == "" || strings.Contains(r.Title, "/") {
		t.Errorf("%+v %q", m.Missing, r.Title)
	}
	s := m.State()
	if got, want := s.Bodies[4].Position, array(m.Bodies[4].Center); got != want || s.Bodies[4].Mass <= 0 {
		t.Errorf("%v, want %v", got, want)
	}
}

// Contract: dumps need not say of which type atoms are; their material is then not known, whoever asks.
func TestTypeNotKnown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notype.txt")
	text := "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\n" +
		"ITEM: ATOMS id x y z radius\n1 0.1 0.1 0.1 0.05\n2 0.5 0.5 0.5 0.05\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := Open(file, Options{TimeStep: 1e-5})
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Read(0)
	if err != nil {
		t.Fatal(err)
	}
	const want = "type not known"
	var s bridge.Snapshot
	s.Wanted.Details = true
	m.Fill(&s)
	if name := s.Materials[s.Capsules[1].Material].Name; name != want {
		t.Errorf("a snapshot says %q", name)
	}
	if name := m.State().Bodies[1].Material; name != want {
		t.Errorf("a state says %q", name)
	}
	if n, known := m.numbersOf(bridge.Thing{Kind: bridge.ThingBody, Body: 2}); !known || n.Material != want ||
		n.Members[0].Material != want {
		t.Errorf("a body has the numbers %+v", n)
	}
}
