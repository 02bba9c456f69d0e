package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

	"tumble/sim/archive"
	"tumble/sim/body"
	"tumble/sim/law"
	"tumble/sim/limit"
)

// checkpointMagic begins every checkpoint. Its last byte is the version of the format: a
// program reads those of its own version only, since a state is not exact otherwise.
const checkpointMagic = "tumble\x00\x08"

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
		return nil, fmt.Errorf("sim: restore: the state is of format %d, this program reads format %d", data[n-1], checkpointMagic[n-1])
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
	if a.Reading() && !(c.step >= 0 && c.time >= 0 && c.dt >= 0 && c.last >= 0 && c.time+c.dt+c.last < mostTime) {
		a.Fail("the clock shows step %d, %g s, with steps of %g and %g s", c.step, c.time, c.last, c.dt)
	}
	if a.Good() {
		w.start()
		w.mixSurfaces()
	}
	var l body.Library
	w.archiveBodies(a, &l)
	w.motions.Archive(a)
	w.flow.Archive(a, &l)
	w.archiveContacts(a)
	w.ledger.Archive(a)
	a.Text(&w.ruleBefore)
	if _, err := capsuleRule(w.ruleBefore); a.Reading() && w.ruleBefore != "" && err != nil {
		a.Fail("before, %w", err)
	}
	archive.Whole(a, &w.rebuilds)
	a.Number(&w.deepest)
	w.audit.Archive(a)
	w.log.Archive(a)
	w.ledger.ArchiveLater(a)
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

// archiveSettings takes the numbers that belong to no body, and the clock.
func (w *World) archiveSettings(a *archive.Archive) {
	w.params.archive(a)
	w.archiveMaterials(a)
	c := &w.clock
	archive.Whole(a, &c.step)
	a.Numbers(&c.time, &c.dt, &c.last)
	if !a.Deciding() { // inlets have drawn their streams from it
		archive.Whole(a, &w.params.Seed)
	}
}

func (p *Params) archive(a *archive.Archive) {
	a.Vector(&p.Gravity)
	a.Numbers(&p.Damping, &p.TimeStep, &p.TimeStepSafety)
	archive.Whole(a, &p.TimeStepEvery)
	a.Text(&p.CapsuleRule)
	a.Text(&p.Law)
	if !a.Deciding() {
		archive.Whole(a, &p.Seed)
	}
	if a.Reading() {
		if err := p.check(); err != nil {
			a.Fail("%w", err)
		}
	}
}

// archiveMaterials takes the materials and the pairs of them. Numbers are those of
// law.Fields, so that a state from a program with other ones is refused.
func (w *World) archiveMaterials(a *archive.Archive) {
	fields := w.numbersInUse()
	least := fields
	if archive.Whole(a, &fields); a.Reading() {
		least = w.numbersInUse()
	}
	if fields < least || fields > len(law.Fields) {
		a.Fail("materials have %d numbers, this program knows %d", fields, len(law.Fields))
		return
	}
	numbers := law.Fields[:fields]
	archive.List(a, &w.materials, func(m *material) { m.archive(a, numbers) })
	a.Bound(limit.Materials, len(w.materials))
	archive.List(a, &w.pairs, func(d *PairDef) {
		d.archive(a, numbers)
		if a.Reading() {
			if err := d.check(w.materials); err != nil {
				a.Fail("pair %w", err)
			}
		}
	})
	a.Bound(limit.Pairs, len(w.pairs))
}

// numbersInUse returns how many of law.Fields say something of the materials: not the last ones that are
// Later, if they are zero. So a state without them is what it was before there were any.
func (w *World) numbersInUse() int {
	n := len(law.Fields)
	for ; law.Fields[n-1].Later; n-- {
		f := &law.Fields[n-1]
		used := func(m material) bool { return *f.Of(&m.law) != 0 }
		given := func(d PairDef) bool { return d.given(f.Name) != nil }
		if slices.ContainsFunc(w.materials, used) || slices.ContainsFunc(w.pairs, given) {
			break
		}
	}
	return n
}

func (m *material) archive(a *archive.Archive, numbers []law.Field) {
	a.Name(&m.name)
	for i := range numbers {
		a.Number(numbers[i].Of(&m.law))
	}
	if a.Reading() {
		if err := m.law.Check(); err != nil {
			a.Fail("material %q: %w", m.name, err)
		}
	}
}

func (d *PairDef) archive(a *archive.Archive, numbers []law.Field) {
	archive.Whole(a, &d.A)
	archive.Whole(a, &d.B)
	for i := range numbers {
		f := &numbers[i]
		if f.Shared == nil {
			continue
		}
		x := d.given(f.Name)
		archive.Optional(a, &x, a.Number)
		if a.Reading() && x != nil {
			d.Given = append(d.Given, law.Given{Name: f.Name, Value: *x})
		}
	}
}
