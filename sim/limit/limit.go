// Package limit lists the upper bounds for input that a stranger may send: scenes, scripts, meshes,
// tables, saved states, flags. All bounds are far above honest use, and are checked before the input
// takes memory or time.
package limit

import "fmt"

// Bound is the largest accepted number of something.
type Bound struct {
	What string // what is counted, in the words of an error: "bytes in a scene file"
	Most int
	Why  string // the need of honest use, and the cost of more
}

// Table lists all bounds.
var Table []*Bound

func bound(what string, most int, why string) *Bound {
	b := &Bound{what, most, why}
	Table = append(Table, b)
	return b
}

// Files.
var (
	SceneBytes = bound("bytes in a scene file", 32<<20,
		"20,000 bodies of one line each are 2 MB; reading takes some 15 times as much memory")
	ScriptBytes = bound("bytes in a script", 1<<20, "the longest known script has 60 kB; the parser is slow")
	DataBytes   = bound("bytes in a mesh or table", 256<<20, "a million triangles in ASCII STL, which takes most room")
	SweepBytes  = bound("bytes in a table of a sweep", 8<<20,
		"ten thousand rows of thirty columns; each row is a run")
	StateBytes = bound("bytes in a saved state", 1<<30, "a million bodies with their contacts")
	BlockBytes = bound("bytes in a block of a run file that is no state", SceneBytes.Most,
		"it may have of a scene what that says of itself")
	FilmBytes = bound("bytes in a film of a report", 128<<20,
		"ten minutes of a run; a report holds all of it, and a browser its text")
	LogoBytes   = bound("bytes in a logo", 64<<20, "a photograph has five MB")
	ResultBytes = bound("bytes in the result of a row of a sweep", 4<<20,
		"it has two kB, and some for each inlet and outlet")
	SeriesBytes = bound("bytes in the time series of a row of a sweep", 16<<20,
		"ten thousand moments of forty columns; reading takes some 24 times as much memory")
	RecordBytes = bound("bytes in the record of an exported folder", 4<<20,
		"a hundred templates of a hundred spheres have 1 MB; reading takes some 50 times as much memory")
	EngineBytes = bound("bytes in the engine for pages", 64<<20, "it has some 11 MB")
	LogBytes    = bound("bytes in the log of a run of another program", 256<<20, "a million lines have half of that")
	MemoryBytes = bound("bytes in what a window keeps of itself", 1<<20, "it has some two kB")
)

// Requests of other programs.
var (
	RequestBytes = bound("bytes in a request", 64<<20,
		"a scene file of the largest size, with its line ends spelled out, has less")
	RequestValues = bound("values in a request", 100_000,
		"edits have some ten; a scene of more values comes as text; each takes some 100 bytes")
	Served  = bound("worlds of a server", 4096, "learning programs hold some hundred; each takes the memory of its bodies")
	Waiting = bound("requests that wait for a world", 1000, "programs wait for most answers")
)

// Meshes and tables.
var (
	Triangles = bound("triangles of meshes in a scene", 1_100_000,
		"scanned parts have a million; one takes 800 bytes, and is drawn in each copy of its body")
	Meshes = bound("meshes in a scene", 50_000,
		"screens of single bars have some thousand; each is drawn by itself, and may be near any sphere")
	Vertices = bound("vertices of a mesh", 3_300_000, "three for each triangle, if none is shared")
	Corners  = bound("corners looked at to divide faces that are not convex", 500_000_000,
		"a thousand faces of 300 corners; more takes seconds")
	Atoms   = bound("atoms in a dump", 3_000_000, "as many spheres as runs have; all are kept twice, each in 200 bytes")
	Moments = bound("moments of dumps", 1_000_000, "each takes some 60 bytes of the index")
	Seen    = bound("atoms in all moments of a run together", 6_000_000,
		"twice as many as in one; each takes some 100 bytes of the index")
	AtomTypes = bound("types of atoms", 10_000, "runs have some ten; each has a row among the materials")
	HeadLines = bound("lines in the head of a moment of dumps", 1000, "it has ten")
	Unpacking = bound("bytes of text for each byte of a packed file", 100,
		"dumps have five, and a file of zeros a thousand")
	Unpacked = bound("bytes of a Parquet file that are unpacked at once", 1<<30,
		"thirty columns with a page of a million values each")
	PackedHead = bound("bytes of a description in a Parquet file", 256<<10,
		"thirty columns in fifty groups of rows have less, and descriptions in one another fill the stack")
	Rows = bound("rows in a table of a sweep", 10_000, "each is a run")
)

// Scenes.
var (
	Expression = bound("characters in an expression", 1000,
		"a formula that a person can read; its parser calls itself")
	StopWhen   = bound("conditions at which a scene stops", 100, "each is tried after each step")
	Line       = bound("characters in a line for people", 200, "two short lines of the window")
	Stories    = bound("stories of a scene", 8, "a list that a person reads at once")
	StorySteps = bound("steps of a story", 20, "the longest that is shipped has seven")
	Copies     = bound("copies of a body", Bodies.Most, "as many as there may be bodies: see CheckWorld")
	Settings   = bound("settings of a scene", 1000, "each is put into the scene by itself")
	Poses      = bound("key frames in a table", 10_000,
		"a minute of a recording with 100 a second has 6,000; the window has all of them in each of its pictures")
	Spheres = bound("spheres of a multisphere", 5000,
		"fine ones have some hundred; each body has as many, and the mass is sampled sphere by sphere")
	Exports     = bound("exports of a scene", 100, "each writes files as the scene runs")
	Segments    = bound("segments of a round shape", 10_000, "a circle of 64 is off by a thousandth of its radius")
	SceneValues = bound("values and lines in a scene file", 1_000_000,
		"20,000 bodies of ten keys each; one takes 400 bytes of memory")
	Depth = bound("levels of lists and keys inside each other", 100,
		"scenes have six; the reader goes down its stack for each")
	Keys = bound("keys in one place", 1000,
		"no place of a scene has more than thirty; reading takes time with the square")
	Text = bound("bytes in a name or text of a scene", 10_000,
		"the longest description that is shipped has 400")
	Absent = bound("keys and entries without a value", 1000,
		"scenes have none; reading takes time with the square")
)

// Scripts.
var (
	ScriptMemory = bound("bytes that a script takes", 400<<20, "a script of 20,000 spheres takes 50 MB")
	Facets       = bound("facets that a script makes", 100_000, "an honest funnel has a thousand; one takes 1 kB")
	Prints       = bound("lines that a script prints", 10_000, "nobody reads more")
	Notices      = bound("notices of a script", 1000, "nobody reads more")
)

// Worlds.
var (
	Collisions = bound("collisions that a program keeps", 5_000_000,
		"a drum of 300 grains has 130,000 a second; one takes 120 bytes")
	Materials = bound("materials", 100, "scenes have five; every two have numbers of their own")
	Pairs     = bound("pairs of materials", 5000, "every two of the materials once")
	Forces    = bound("forces from outside", 1000, "scenes have some five; each is computed for each body in each step")
	Members   = bound("members of a clump", 2000,
		"the finest clumps have some hundred; they are tried one by one in an inlet")
	CornersInPlane = bound("corners of a filled mesh in one plane", 255,
		"all of them touch a wall at once, and the contacts of two bodies are numbered by a byte")
	Bodies  = bound("bodies", 100_000_000, "a machine has memory for some millions: see CheckWorld; numbers have 32 bits")
	Created = bound("bodies that come in a run", 1_000_000_000,
		"a thousand a second for eleven days; numbers have 32 bits, and files number their shapes by this step")
	Edited = bound("bodies in an edit", 10_000, "the history has a line for each edit; more bodies are several edits")
	Shapes = bound("spheres, capsules and other shapes of bodies", 400_000_000,
		"four for each of as many bodies as there may be; numbers have 32 bits")
	Near = bound("pairs that come near each other", 500,
		"for each sphere or capsule and Extra more; thin rods have some hundred; one takes 50 bytes")
	Touching = bound("pairs that touch", 30,
		"for each sphere or capsule and Extra more; a heap has three; one takes 250 bytes")
	SampledCells = bound("cells times members of a sampled clump", 1_000_000_000, "some seconds of work")
	Workers      = bound("workers", 1024, "no machine has more cores to use")
)

// Extra is added to the number of shapes before Near and Touching are applied, because a world with
// few shapes may have many pairs for each shape.
const Extra = 30_000

// Check returns an error that names the bound if n is above it.
func (b *Bound) Check(n int) error {
	if n <= b.Most {
		return nil
	}
	return fmt.Errorf("there must be at most %d %s, got %d", b.Most, b.What, n)
}

// Exceeded returns the error of Check for a caller that stopped counting at the limit and does not know the number.
func (b *Bound) Exceeded() error {
	return fmt.Errorf("there must be at most %d %s, got more", b.Most, b.What)
}
