package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
)

// checkpointMagic begins every checkpoint. Its last byte is the version of the format. A program reads all
// versions from oldestCheckpoint on. Whoever adds something to the format increases the version, reads the
// addition only if archive.Has reports this version, and adds a state of the version before to the tests.
const checkpointMagic = "tumble\x00\x13"

// oldestCheckpoint is the first version that is still read.
const oldestCheckpoint = 8

// Checkpoint returns the whole state between two steps, including meshes. A world that Restore makes from it
// continues with the same bits, for any number of workers. The format is
//
//	magic and version, the state as an archive, FNV-1a of all bytes before
//
// The candidate lists are left out: they are rebuilt, and do not change results.
func (w *World) Checkpoint() []byte {
	// The expected size as capacity, so that the buffer seldom has to grow.
	about := bytesOfWorld + bytesOfBody*w.bodies.Len() + bytesOfContact*w.contacts.Count
	a := archive.NewWriter(append(make([]byte, 0, about), checkpointMagic...))
	w.archive(a)
	return binary.LittleEndian.AppendUint64(a.Bytes(), checksum(a.Bytes()))
}

// The approximate size of a state: its fixed part, and its parts for each body and each contact [bytes].
const (
	bytesOfWorld   = 32 << 10
	bytesOfBody    = 272
	bytesOfContact = 192
)

func checksum(data []byte) uint64 {
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64()
}

// Restore returns the world of a checkpoint, with the given number of workers; 0 means 1.
//
// Errors: data that is no checkpoint, has a version that is not read, is damaged, or holds a state that no world
// can have.
func Restore(data []byte, workers int) (*World, error) {
	n := len(checkpointMagic)
	switch {
	case len(data) < n+8 || !bytes.Equal(data[:n-1], []byte(checkpointMagic)[:n-1]):
		return nil, fmt.Errorf("sim: restore: this is no saved state")
	case data[n-1] < oldestCheckpoint || data[n-1] > checkpointMagic[n-1]:
		return nil, fmt.Errorf("sim: restore: the state is of format %d, this program reads formats %d to %d", data[n-1],
			oldestCheckpoint, checkpointMagic[n-1])
	}
	body, sum := data[:len(data)-8], binary.LittleEndian.Uint64(data[len(data)-8:])
	if checksum(body) != sum {
		return nil, fmt.Errorf("sim: restore: the state is damaged")
	}
	w := &World{params: Params{Workers: workers}.Completed()}
	a := archive.NewReader(body, n)
	a.OfVersion(int(data[n-1]))
	w.archive(a)
	if a.Err() == nil && a.Left() > 0 {
		a.Fail("%d bytes are left over", a.Left())
	}
	if a.Err() != nil {
		if w.contacts.Team != nil {
			w.Close()
		}
		return nil, fmt.Errorf("sim: restore: %w", a.Err())
	}
	return w, nil
}

// archive writes the state of the world, or reads it and checks that the world can be stepped: indices, and
// numbers on which searches rely. It accepts numbers that only make a strange world.
func (w *World) archive(a *archive.Archive) {
	archiveParams(a, &w.params)
	w.contacts.ArchiveMaterials(a)
	w.clock.Archive(a)
	archive.Integer(a, &w.params.Seed) // the seed of the random streams of the inlets
	archive.Integer(a, &w.contacts.Revision)
	w.clock.Check(a)
	if a.Good() {
		w.start()
		w.contacts.MixProperties()
	}
	var l body.Library // the templates, which bodies and inlets share
	w.bodies.Collect(&l)
	w.flow.Collect(&l)
	l.Archive(a, len(w.contacts.Materials))
	w.bodies.Archive(a, &l, &w.shapes)
	w.motions.Archive(a)
	w.flow.Archive(a, &l)
	w.contacts.Archive(a)
	w.ledger.Archive(a)
	w.contacts.ArchiveRuleBefore(a)
	archive.Integer(a, &w.neighbours.Rebuilds)
	a.Number(&w.contacts.Deepest)
	w.audit.Archive(a)
	w.log.Archive(a)
	if a.Has(12) {
		w.surfaces.Archive(a)
	}
	if a.Has(14) {
		w.tally.Archive(a)
	}
	if a.Has(16) {
		w.collisions.Archive(a, &w.contacts)
	}
	w.archiveLater(a)
	if a.Good() {
		if err := w.motions.CheckEvents(); err != nil {
			a.Fail("%w", err)
		}
		if w.log.Fault() == "" { // a world with a fault may hold the numbers that stopped it
			w.bodies.CheckNumbers(a)
			w.contacts.CheckNumbers(a)
		}
		w.placeShapes()
	}
}

// archiveLater archives the parts that states of older programs do not have, and only if the world uses one of
// them: without them, a state and its hash are the same as before.
func (w *World) archiveLater(a *archive.Archive) {
	settings := len(laterParams(&w.params)) > 0
	joints := len(w.bodies.Joints) > 0
	forces := len(w.forces.List) > 0 || joints
	settings = settings || forces
	more := w.hand.Held() || w.flow.HasLater() || settings
	if !a.Deciding() {
		w.ledger.ArchiveLater(a, more)
	}
	if more || a.Reading() && a.Left() > 0 {
		w.hand.Archive(a)
		w.flow.ArchiveLater(a)
		if settings || a.Reading() && a.Left() > 0 {
			archiveLaterParams(a, &w.params)
			if a.Reading() && a.Good() { // the contacts were read by now, with the springs of the unsoftened materials
				w.contacts.SoftenBy(w.params.Soften)
			}
			if forces || a.Reading() && a.Left() > 0 {
				w.forces.Archive(a)
				if !a.Deciding() {
					w.ledger.ArchiveExternal(a)
				}
				if joints || a.Reading() && a.Left() > 0 {
					w.bodies.ArchiveJoints(a)
				}
			}
		}
	}
}
