package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"tumble/sim/bridge"
	"tumble/sim/law"
	"tumble/sim/limit"
	"tumble/sim/spell"
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
	a := archive{data: []byte(checkpointMagic)}
	w.archive(&a)
	return binary.LittleEndian.AppendUint64(a.data, checksum(a.data))
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
	a := archive{data: body, at: n, reading: true}
	w.archive(&a)
	if a.err == nil && a.at != len(body) {
		a.fail("%d bytes are left over", len(body)-a.at)
	}
	if a.err != nil {
		if w.team != nil {
			w.Close()
		}
		return nil, fmt.Errorf("sim: restore: %w", a.err)
	}
	return w, nil
}

// archive takes the world apart, or puts it together and checks that it can be stepped.
func (w *World) archive(a *archive) {
	w.archiveSettings(a)
	whole(a, &w.revision)
	c := &w.clock
	if a.reading && !(c.step >= 0 && c.time >= 0 && c.dt >= 0 && c.last >= 0 && c.time+c.dt+c.last < mostTime) {
		a.fail("the clock shows step %d, %g s, with steps of %g and %g s", c.step, c.time, c.last, c.dt)
	}
	if a.reading && a.err == nil {
		w.start()
		w.mixSurfaces()
	}
	w.archiveBodies(a)
	w.archiveFlow(a)
	w.archiveContacts(a)
	w.ledger.archive(a)
	a.text(&w.ruleBefore)
	if _, err := capsuleRule(w.ruleBefore); a.reading && w.ruleBefore != "" && err != nil {
		a.fail("before, %w", err)
	}
	whole(a, &w.rebuilds)
	a.numbers(&w.deepest, &w.told.overlap, &w.told.step, &w.told.way, &w.told.turn, &w.told.made, &w.told.falling)
	listOf(a, &w.notices, func(n *bridge.Notice) {
		whole(a, &n.ID)
		whole(a, &n.Step)
		whole(a, &n.Level)
		a.text(&n.Field)
		a.text(&n.Text)
		n.Text = spell.Plain(n.Text)
	})
	whole(a, &w.noticed)
	a.text(&w.fault)
	if a.reading && a.err == nil {
		if err := w.CheckEvents(); err != nil {
			a.fail("%w", err)
		}
		if w.fault == "" {
			w.checkNumbers(a)
		}
		w.placeShapes()
	}
}

// archiveSettings takes the numbers that belong to no body, and the clock.
func (w *World) archiveSettings(a *archive) {
	w.params.archive(a)
	w.archiveMaterials(a)
	c := &w.clock
	whole(a, &c.step)
	a.numbers(&c.time, &c.dt, &c.last)
	if !a.deciding { // inlets have drawn their streams from it
		whole(a, &w.seed)
	}
}

func (p *Params) archive(a *archive) {
	a.vector(&p.Gravity)
	a.numbers(&p.Damping, &p.TimeStep, &p.TimeStepSafety)
	whole(a, &p.TimeStepEvery)
	a.text(&p.CapsuleRule)
	a.text(&p.Law)
	if !a.deciding {
		whole(a, &p.Seed)
	}
	if a.reading {
		if err := p.check(); err != nil {
			a.fail("%w", err)
		}
	}
}

// archiveMaterials takes the materials and the pairs of them. Numbers are those of
// law.Fields, so that a state from a program with other ones is refused.
func (w *World) archiveMaterials(a *archive) {
	fields := len(law.Fields)
	if whole(a, &fields); fields != len(law.Fields) {
		a.fail("materials have %d numbers, this program knows %d", fields, len(law.Fields))
	}
	listOf(a, &w.materials, func(m *material) {
		a.name(&m.name)
		for _, f := range law.Fields {
			a.number(f.Of(&m.law))
		}
		if a.reading {
			if err := m.law.Check(); err != nil {
				a.fail("material %q: %w", m.name, err)
			}
		}
	})
	a.bound(limit.Materials, len(w.materials))
	listOf(a, &w.pairs, func(d *PairDef) {
		whole(a, &d.A)
		whole(a, &d.B)
		for _, x := range []**float64{&d.TanPhi, &d.Restitution, &d.RollingFriction, &d.TwistingFriction} {
			optional(a, x, a.number)
		}
		if a.reading {
			if err := d.check(w.materials); err != nil {
				a.fail("pair %w", err)
			}
		}
	})
	a.bound(limit.Pairs, len(w.pairs))
}

func (l *ledger) archive(a *archive) {
	for _, w := range [2]*work{&l.done, &l.ahead} {
		a.numbers(&w.contact, &w.damping, &w.held, &w.translation, &w.rotation)
	}
	a.numbers(&l.lost.friction, &l.lost.viscous, &l.lost.rolling)
	for _, f := range [3]*flow{&l.inlets, &l.outlets, &l.edits} {
		a.numbers(&f.bodies, &f.contacts)
	}
	a.numbers(&l.start, &l.elasticStart)
	a.flag(&l.opened)
	a.flag(&l.begun)
}
