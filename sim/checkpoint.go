package sim

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"tumble/sim/archive"
	"tumble/sim/body"
	"tumble/sim/contact"
	"tumble/sim/limit"
)

// checkpointMagic begins every checkpoint. Its last byte is the version of the format: a
// program reads those of its own version only, since a state is not exact otherwise.
const checkpointMagic = "tumble\x00\x09"

// Checkpoint returns the whole state between two steps. A world made of it by Restore goes
// on with the same bits, for any number of workers. Nothing else is needed: meshes are in
// it. The form is
//
//	magic and version, the state as an archive, FNV-1a of all that
//
// What the search for candidates knows is left out: it does not change results and is
// found anew. It does say in which portions contacts add up the heat that they make, so that
// the entries of the ledger for it may come to differ in the last digit.
func (w *World) Checkpoint() []byte {
	a := archive.NewWriter([]byte(checkpointMagic))
	w.archive(a)
	return binary.LittleEndian.AppendUint64(a.Bytes(), checksum(a.Bytes()))
}

func checksum(data []byte) uint64 {
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64()
}

// Restore returns the world of a checkpoint, with so many workers; 0 means 1.
//
// Errors: data that is no checkpoint, of another version, damaged, or with a state that no
// world can have.
func Restore(data []byte, workers int) (*World, error) {
	n := len(checkpointMagic)
	switch {
	case len(data) < n+8 || !bytes.Equal(data[:n-1], []byte(checkpointMagic)[:n-1]):
		return nil, fmt.Errorf("sim: restore: this is no saved state")
	case data[n-1] != checkpointMagic[n-1]:
		return nil, fmt.Errorf("sim: restore: the state is of format %d, this program reads format %d", data[n-1],
			checkpointMagic[n-1])
	}
	body, sum := data[:len(data)-8], binary.LittleEndian.Uint64(data[len(data)-8:])
	if checksum(body) != sum {
		return nil, fmt.Errorf("sim: restore: the state is damaged")
	}
	w := &World{params: Params{Workers: workers}}
	a := archive.NewReader(body, n)
	w.archive(a)
	if a.Err() == nil && a.Left() > 0 {
		a.Fail("%d bytes are left over", a.Left())
	}
	if a.Err() != nil {
		if w.team != nil {
			w.Close()
		}
		return nil, fmt.Errorf("sim: restore: %w", a.Err())
	}
	return w, nil
}

// archive takes the world apart, or puts it together and checks that it can be stepped.
func (w *World) archive(a *archive.Archive) {
	w.archiveSettings(a)
	archive.Whole(a, &w.revision)
	c := &w.clock
	if a.Reading() && !(c.Step >= 0 && c.Time >= 0 && c.Dt >= 0 && c.Last >= 0 && c.Time+c.Dt+c.Last < mostTime) {
		a.Fail("the clock shows step %d, %g s, with steps of %g and %g s", c.Step, c.Time, c.Last, c.Dt)
	}
	if a.Good() {
		w.start()
		w.contacts.MixProperties()
	}
	var l body.Library
	w.archiveBodies(a, &l)
	w.motions.Archive(a)
	w.flow.Archive(a, &l)
	w.contacts.Archive(a)
	w.ledger.Archive(a)
	a.Text(&w.ruleBefore)
	if _, err := contact.RuleByName(w.ruleBefore); a.Reading() && w.ruleBefore != "" && err != nil {
		a.Fail("before, %w", err)
	}
	archive.Whole(a, &w.neighbours.Rebuilds)
	a.Number(&w.contacts.Deepest)
	w.audit.Archive(a)
	w.log.Archive(a)
	w.archiveLater(a)
	if a.Good() {
		if err := w.CheckEvents(); err != nil {
			a.Fail("%w", err)
		}
		if w.log.Fault() == "" {
			w.checkNumbers(a)
		}
		w.placeShapes()
	}
}

// archiveLater takes what states did not always have, only where there is something of it.
func (w *World) archiveLater(a *archive.Archive) {
	more := w.hasLater()
	w.ledger.ArchiveLater(a, more)
	if more || a.Reading() && a.Left() > 0 {
		w.hand.Archive(a)
		w.flow.ArchiveLater(a)
	}
}

// hasLater reports whether there is something that states did not always have, beside the ledger.
func (w *World) hasLater() bool { return w.hand.Held() || w.flow.AnyOff() }

// archiveSettings takes the numbers that belong to no body, and the clock.
func (w *World) archiveSettings(a *archive.Archive) {
	w.params.archive(a)
	w.contacts.ArchiveMaterials(a)
	c := &w.clock
	archive.Whole(a, &c.Step)
	a.Numbers(&c.Time, &c.Dt, &c.Last)
	if !a.Deciding() { // inlets have drawn their streams from it
		archive.Whole(a, &w.params.Seed)
	}
}

// archiveBodies takes the bodies with what they are made of. Inlets refer to the same
// templates, which come first.
func (w *World) archiveBodies(a *archive.Archive, l *body.Library) {
	if !a.Reading() {
		for i := range w.bodies.Info {
			l.Take(w.bodies.Template(i))
		}
		for t := range w.flow.Templates {
			l.Take(*t)
		}
	}
	l.Archive(a, len(w.contacts.Materials))
	w.bodies.Archive(a, l, &w.shapes)
}

// What a saved state says is checked where a step would otherwise go wrong: indices, and
// numbers that searches rely on. Numbers that only make a strange world are left alone.

// mostTime is the longest time that a saved clock may show [s].
const mostTime = 1e30

// checkNumbers refuses numbers that a scene could not begin with either. A world with a fault is
// only looked at: it may hold what made it stop.
func (w *World) checkNumbers(a *archive.Archive) {
	b := &w.bodies
	for i := range b.Pos {
		err := cmp.Or(limit.Length.CheckVector("position", b.Pos[i]), limit.Speed.CheckVector("velocity", b.Vel[i]),
			limit.Spin.CheckVector("spin", b.Spin[i]))
		if err != nil {
			a.Fail("body %d: %w", b.Info[i].ID, err)
			return
		}
	}
	w.contacts.CheckNumbers(a)
}
