// Package dump reads the text dumps of LAMMPS and LIGGGHTS that "dump custom" writes: one or many moments
// in a file, columns by name in any order, positions in metres or relative to the box, plain text or
// gzip. Open builds an index, so that a moment can be read without the moments before it. (Sources:
// LAMMPS, command dump; LIGGGHTS, command dump custom.)
package dump

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Moment is one dump of a series.
type Moment struct {
	Step  int64
	Time  float64 // as written in the dump [s]; NaN if it has none
	Atoms int

	file   int   // index of the file of the moment
	offset int64 // offset of the moment in the decompressed file [bytes]
	line   int   // number of lines before the moment
}

// Appearance is the first appearance of an atom.
type Appearance struct {
	Moment   int      // index into Series.Moments
	Position vec.Vec3 // [m]
}

// Series is a run of dumps.
type Series struct {
	Moments []Moment             // in the order of their steps
	First   map[int64]Appearance // first appearance of each atom, by the number of the atom
	Atoms   []int64              // the numbers of all atoms, in the order of their first appearance
	Note    string               // what a person should know about the files; may be empty
	files   []string
}

// Open builds an index of dumps. The name is that of a file, of a folder with dumps, of a folder whose subfolder
// post has dumps, or a pattern with * for the names of files. progress, if not nil, receives the number of files
// read and the number of all files; if progress returns an error, the reading ends.
//
// Errors name the file and the line, or another cause. An incomplete last moment, as in the dump of a run that has
// not ended, is left out and mentioned in Note.
func Open(name string, progress func(done, all int) error) (*Series, error) {
	files, err := find(name)
	if err != nil {
		return nil, err
	}
	s := &Series{files: files, First: map[int64]Appearance{}}
	for i := range files {
		if progress != nil {
			if err := progress(i, len(files)); err != nil {
				return nil, err
			}
		}
		if err := s.index(i); err != nil {
			return nil, err
		}
	}
	if len(s.Moments) == 0 {
		if s.Note != "" {
			return nil, errors.New(s.Note)
		}
		return nil, fmt.Errorf("%s: has no moment", name)
	}
	s.sort()
	return s, nil
}

// sort sorts moments by their steps. If several moments have the same step, the last of them stays, because a
// continued run writes its first step again.
func (s *Series) sort() {
	order := make([]int, len(s.Moments))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Moments[a].Step, s.Moments[b].Step) })
	sorted, to := make([]Moment, 0, len(order)), make([]int, len(order))
	for _, i := range order {
		if n := len(sorted); n > 0 && sorted[n-1].Step == s.Moments[i].Step {
			sorted[n-1] = s.Moments[i]
		} else {
			sorted = append(sorted, s.Moments[i])
		}
		to[i] = len(sorted) - 1
	}
	for _, id := range s.Atoms {
		f := s.First[id]
		f.Moment = to[f.Moment]
		s.First[id] = f
	}
	s.Moments = sorted
}

// index reads a whole file and records the offsets of its moments.
func (s *Series) index(file int) error {
	in, err := open(s.files[file])
	if err != nil {
		return err
	}
	defer in.Close()
	scan := newScanner(in, s.files[file])
	for {
		at := Moment{file: file, offset: scan.offset, line: scan.line}
		h, err := scan.head()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			at.Step, at.Time, at.Atoms = h.Step, h.Time, h.Atoms
			err = s.indexAtoms(scan, &h)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			s.Note = fmt.Sprintf("%s: ends within a moment, which is left out", s.files[file])
			return nil
		}
		if err != nil {
			return err
		}
		if s.Moments = append(s.Moments, at); limit.Moments.Check(len(s.Moments)) != nil {
			return scan.fail("%w", limit.Moments.Exceeded())
		}
	}
}

// newcomer is an atom that appears for the first time, with its position [m].
type newcomer struct {
	id int64
	at vec.Vec3
}

// newcomers adds the atom of a line to a list if it appears for the first time.
func (s *Series) newcomers(list []newcomer, h *head, line string) ([]newcomer, error) {
	var r row
	if err := h.columns.read(line, &r, func(q Column) bool { return q == ID }); err != nil {
		return list, err
	}
	if _, known := s.First[int64(r[ID])]; known {
		return list, nil
	}
	err := h.columns.read(line, &r, func(q Column) bool { return q >= X && q < X+3 })
	return append(list, newcomer{int64(r[ID]), h.position(&r)}), err
}

// indexAtoms reads the atoms of a moment, but records only the new ones.
func (s *Series) indexAtoms(scan *scanner, h *head) error {
	var seen []newcomer
	for range h.Atoms {
		line, err := scan.next()
		if err != nil {
			return err
		}
		if seen, err = s.newcomers(seen, h, string(line)); err != nil {
			return scan.fail("%w", err)
		}
	}
	for _, one := range seen {
		if _, twice := s.First[one.id]; !twice {
			s.Atoms = append(s.Atoms, one.id)
		}
		s.First[one.id] = Appearance{len(s.Moments), one.at}
	}
	if limit.Seen.Check(len(s.Atoms)) != nil {
		return scan.fail("%w", limit.Seen.Exceeded())
	}
	return nil
}

// Is reports whether a name may mean dumps: a file that begins like a dump, a pattern with * for the names of
// files, or any folder. Only Open finds out whether a folder has dumps.
func Is(name string) bool {
	if strings.ContainsRune(filepath.Base(name), '*') {
		return true
	}
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	return info.IsDir() || info.Mode().IsRegular() && begins(name)
}

// matching returns the files that match a pattern.
func matching(pattern string) ([]string, error) {
	files, err := filepath.Glob(pattern)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: there is no such file", pattern)
	}
	slices.SortFunc(files, byNumbers)
	return files, err
}

// find returns the files that a name means, in the order of the numbers in the names of the files.
func find(name string) ([]string, error) {
	if strings.ContainsRune(filepath.Base(name), '*') {
		return matching(name)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{name}, nil
	}
	for _, folder := range []string{name, filepath.Join(name, "post")} {
		files, err := inFolder(folder)
		if err != nil || len(files) > 0 {
			return files, err
		}
	}
	return nil, fmt.Errorf("%s: has no text dumps of LAMMPS or LIGGGHTS, files that begin with ITEM:, nor has its folder "+
		"post", name)
}

var digits = regexp.MustCompile(`[0-9]+`)

// inFolder returns the dumps in a folder. They must belong to one series: their names must differ only in numbers.
func inFolder(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	series, names := map[string][]string{}, []string(nil)
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if !e.Type().IsRegular() || !begins(path) || ofOther(path) {
			continue
		}
		pattern := filepath.Join(folder, digits.ReplaceAllString(e.Name(), "*"))
		if series[pattern] == nil {
			names = append(names, pattern)
		}
		series[pattern] = append(series[pattern], path)
	}
	switch len(names) {
	case 0:
		return nil, nil
	case 1:
		slices.SortFunc(series[names[0]], byNumbers)
		return series[names[0]], nil
	}
	return nil, fmt.Errorf("%s: has dumps of %d series: name one, as '%s' or '%s'", folder, len(names), names[0],
		names[1])
}

// byNumbers compares file names by the numbers in them, and then as text.
func byNumbers(a, b string) int {
	p, q := digits.FindAllString(filepath.Base(a), -1), digits.FindAllString(filepath.Base(b), -1)
	for i := range min(len(p), len(q)) {
		x, _ := strconv.ParseUint(p[i], 10, 64)
		y, _ := strconv.ParseUint(q[i], 10, 64)
		if x != y {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(a, b)
}

// begins reports whether a file begins like a dump.
func begins(path string) bool {
	f, err := open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	const mark = "ITEM: "
	b := make([]byte, len(mark))
	_, err = io.ReadFull(f, b)
	return err == nil && string(b) == mark
}

// ofOther reports whether a dump holds something other than atoms.
func ofOther(path string) bool {
	f, err := open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = newScanner(f, path).head()
	return errors.Is(err, errOther)
}

// text is an open file that is decompressed while it is read.
type text struct {
	io.Reader
	file   *os.File
	packed bool
}

func (t *text) Close() error { return t.file.Close() }

// skip moves from the beginning to an offset in the text [bytes].
func (t *text) skip(offset int64) (err error) {
	if t.packed {
		_, err = io.CopyN(io.Discard, t.Reader, offset)
	} else {
		_, err = t.file.Seek(offset, io.SeekStart)
	}
	return err
}

func open(path string) (*text, error) {
	f, err := input.Open(path)
	if err != nil {
		return nil, err
	}
	t := &text{Reader: f, file: f, packed: strings.HasSuffix(path, ".gz")}
	if t.packed {
		if t.Reader, err = unpack(f); err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return t, nil
}

// unpacking reads a compressed file and limits the decompressed size to a multiple of the compressed size. The
// limit guards against a small file that decompresses to a thousand times its size.
type unpacking struct {
	*gzip.Reader
	left int64 // decompressed bytes that may still be read
}

// smallestRoom is the decompressed size that even the smallest file may have [bytes].
const smallestRoom = 1 << 20

func unpack(f *os.File) (*unpacking, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(f)
	return &unpacking{r, max(smallestRoom, info.Size()*int64(limit.Unpacking.Most))}, err
}

func (u *unpacking) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if u.left -= int64(n); u.left < 0 {
		return 0, limit.Unpacking.Exceeded()
	}
	return n, err
}
