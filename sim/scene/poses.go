package scene

import (
	"fmt"
	"slices"
)

// poseColumns lists the columns of a table of key frames.
var poseColumns = []column{
	{"time", times, nil, columnTime},
	{"x", lengths, nil, columnX}, {"y", lengths, nil, columnX + 1}, {"z", lengths, nil, columnX + 2},
	{"qw", plain, nil, columnQW}, {"qx", plain, nil, columnQW + 1}, {"qy", plain, nil, columnQW + 2},
	{"qz", plain, nil, columnQW + 3},
}

// readPoses returns the key frames of a table. Errors name the line.
func readPoses(data []byte) (keys []Key, err error) {
	err = poseTable.readText(data, func(r *record) error {
		at := r.vector(columnX)
		k := Key{Time: r.numbers[columnTime], Position: Vector{at.X, at.Y, at.Z}}
		if n := len(keys); n > 0 && !(k.Time > keys[n-1].Time) {
			return fmt.Errorf("%s: the time must be later than that of the key frame before, %g s, got %g s", r.at(),
				keys[n-1].Time, k.Time)
		}
		q, err := r.orientation()
		if err != nil {
			return err
		}
		k.Orientation = &Rotation{Quaternion: &[4]float64{q.W, q.X, q.Y, q.Z}}
		keys = append(keys, k)
		return nil
	})
	return keys, err
}

// withPoses returns a path with the key frames of its table, and of the tables of what it sums.
func (b *builder) withPoses(p Path) (Path, error) {
	if p.Table != "" && p.Keys == nil {
		data, err := b.open(p.Table)
		if err == nil {
			p.Keys, err = readPoses(data)
		}
		if err != nil {
			return p, fmt.Errorf("table: %s: %w", p.Table, err)
		}
		p.Table = ""
	}
	p.Sum = slices.Clone(p.Sum)
	for i := range p.Sum {
		var err error
		if p.Sum[i], err = b.withPoses(p.Sum[i]); err != nil {
			return p, fmt.Errorf("sum: %w", err)
		}
	}
	return p, nil
}
