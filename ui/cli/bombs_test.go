package cli

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// bomb is a large hostile input, made when it is needed.
type bomb struct {
	name  string // of the file
	args  string // as in the lines of the corpus
	want  string
	names string // instead of the name
	text  func() string
}

func times(n int, s string) func() string { return func() string { return strings.Repeat(s, n) } }

// each joins n texts.
func each(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

func inScene(text func() string) func() string {
	return func() string { return kinds[0].begins + text() }
}

func inScript(text func() string) func() string {
	return func() string { return kinds[1].begins + text() }
}

func script(text string) func() string { return func() string { return kinds[1].begins + text + "\n" } }

// copies returns a scene with so many copies of a body that lie apart, and what else it has.
func copies(of, counts string, more ...string) func() string {
	return func() string {
		return "bodies:\n  - {name: b, " + of + ", copies: {lattice: {counts: [" + counts + "], spacing: [1, 1, 1]}}}\n" +
			strings.Join(more, "")
	}
}

const (
	deep    = "at most 100 levels of lists and keys inside each other, got 101"
	values  = "at most 1000000 values and lines in a scene file, got"
	keys    = "at most 1000 keys in one place, got 1001"
	absent  = "at most 1000 keys and entries without a value, got 1001"
	steps   = "a script may take 10000000 steps"
	nested  = "nested more than 1000 deep"
	tooMuch = "the script takes too much memory: there must be at most 419430400 bytes that a script takes, got more"
	noScene = "the script makes no scene"

	triangles = "there must be at most 1100000 triangles of meshes in a scene, got"
	unread    = `stopWhen.0: "(": at character 1`
)

// heavy are the bombs that take more than two seconds of a processor each, since they are as large as what reads them
// lets in, or run until their time is over. They are tried with TUMBLE_LONG.
var heavy = strings.Fields(`
	balls.yaml bodies.py coincident.yaml digits.py dust.yaml lambdas.py large-clumps.yaml
	lists.py many-meshes.yaml numbers-at-bound.yaml parentheses.py particles.csv powers.py range.py runner.py
	signs.py steps.py strings.py targets.py title.yaml vertices.obj
`)

// bombs are what took memory or time without end, and what is like it.
var bombs = []bomb{
	// Scenes: nesting.
	{name: "brackets.yaml", args: "check FILE", want: deep, text: times(300_000, "[")},
	{name: "brackets-in-key.yaml", args: "check FILE", want: deep,
		text: func() string { return "a: " + strings.Repeat("[", 300_000) }},
	{name: "braces.yaml", args: "check FILE", want: deep, text: times(300_000, "{")},
	{name: "braces-with-keys.yaml", args: "check FILE", want: deep, text: times(100_000, "{a: ")},
	{name: "dashes.yaml", args: "check FILE", want: deep, text: times(300_000, "- ")},
	{name: "questions.yaml", args: "check FILE", want: deep, text: times(300_000, "? ")},
	{name: "colons.yaml", args: "check FILE", want: deep, text: times(300_000, ": ")},
	{name: "tags.yaml", args: "check FILE", want: deep, text: func() string {
		return "a: " +
			strings.Repeat("!a ", 100_000) + "1"
	}},
	{name: "anchors.yaml", args: "check FILE", want: deep, text: func() string {
		return "a: " +
			strings.Repeat("&a ", 100_000) + "1"
	}},
	{name: "indent.yaml", args: "check FILE", want: deep, text: func() string {
		var b strings.Builder
		for i := range 3000 {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String()
	}},
	{name: "sums.yaml", args: "check FILE", want: deep, text: inScene(func() string {
		return "motions: [{name: a, body: b, " + strings.Repeat("sum: [{", 5000) + strings.Repeat("}]", 5000) + "}]\n"
	})},
	// Scenes: how many.
	{name: "null-dashes.yaml", args: "check FILE", want: absent, text: times(300_000, "-\n")},
	{name: "null-keys.yaml", args: "check FILE", want: absent, text: func() string {
		return "bodies:\n" +
			each(300_000, "  - k#:\n")
	}},
	{name: "flow-nulls.yaml", args: "check FILE", want: absent, text: func() string {
		return "a: [" +
			strings.Repeat("{a},", 200_000) + "]"
	}},
	{name: "keys.yaml", args: "check FILE", want: keys, text: inScene(func() string { return each(200_000, "k#: 1\n") })},
	{name: "keys-of-material.yaml", args: "check FILE", want: keys,
		text: func() string { return "materials: [{name: m" + each(200_000, ", k#: 1") + "}]\n" }},
	{name: "lists.yaml", args: "check FILE", want: values, text: inScene(func() string {
		return "bodies: [" +
			strings.Repeat("[],", 1_000_000) + "]"
	})},
	{name: "numbers.yaml", args: "check FILE", want: values, text: func() string {
		return "a: [" +
			strings.Repeat("1,", 2_000_000) + "]"
	}},
	{name: "numbers-at-bound.yaml", args: "check FILE", want: "gravity: must be a list of 3, got a list of 950000",
		text: func() string { return "gravity: [" + strings.TrimSuffix(strings.Repeat("1,", 950_000), ",") + "]" }},
	{name: "lines.yaml", args: "check FILE", want: values, text: times(5_000_000, "\n")},
	{name: "comments.yaml", args: "check FILE", want: values, text: times(2_000_000, "# x\n")},
	{name: "documents.yaml", args: "check FILE", want: "", text: times(200_000, "---\na: 1\n")},
	{name: "long.yaml", args: "check FILE", want: "at most 33554432 bytes in a scene file, got 40000007",
		text: func() string { return "title: " + strings.Repeat("x", 40_000_000) }},
	{name: "title.yaml", args: "check FILE", want: "title: there must be at most 10000 bytes in a name or text of a " +
		"scene, got 30000000",
		text: func() string { return "title: " + strings.Repeat("x", 30_000_000) }},
	{name: "key.yaml", args: "check FILE", want: `there is no key "kkkkkkkkkk`,
		text: func() string { return strings.Repeat("k", 1_000_000) + ": 1" }},
	{name: "quotes.yaml", args: "check FILE", want: "[1:4] could not find end character of double-quoted text",
		text: func() string { return `a: "` + strings.Repeat(`\"`, 1_000_000) }},
	{name: "block.yaml", args: "check FILE", want: values, text: func() string {
		return "title: |\n" +
			strings.Repeat("  x\n", 1_000_000)
	}},
	{name: "folded.yaml", args: "check FILE", want: "[1:1] needs gravity",
		text: func() string { return "title: >\n" + strings.Repeat("  x\n", 200_000) }},
	{name: "plain-lines.yaml", args: "check FILE", want: "", text: func() string {
		return "title: x\n" +
			strings.Repeat("  x\n", 200_000)
	}},
	{name: "quoted-lines.yaml", args: "check FILE", want: "", text: func() string {
		return "title: \"x\n" +
			strings.Repeat("  x\n", 200_000) + "\""
	}},
	{name: "aliases.yaml", args: "check FILE", want: "aliases must stand for at most 10000 values",
		text: inScene(func() string {
			return "bodies: [&a {name: a, clump: [" + strings.Repeat("{sphere: {radius: 1}},", 200) + "]}" +
				strings.Repeat(", *a", 500) + "]\n"
		})},
	{name: "materials.yaml", args: "check FILE", want: "line 104: materials.m100: there must be at most 100 materials, " +
		"got 101",
		text: func() string {
			return "title: t\ngravity: [0, 0, -10]\nmaterials:\n" + each(2000, "  - {name: m#}\n")
		}},
	{name: "members.yaml", args: "check FILE", want: "line 5: bodies.b: there must be at most 2000 members of a clump, " +
		"got 5000",
		text: inScene(func() string {
			return "bodies: [{name: b, clump: [" + strings.Repeat("{sphere: {radius: 1}},", 5000) + "]}]\n"
		})},
	{name: "sampled.yaml", args: "check FILE", want: "at most 1000000000 cells times members of a sampled clump",
		text: inScene(func() string {
			return "bodies: [{name: b, sampling: 100, clump: [" + strings.Repeat("{sphere: {radius: 1}},", 1500) + "]}]\n"
		})},
	{name: "copies.yaml", args: "check FILE", want: "", text: inScene(func() string {
		return "bodies: [{name: b, sphere: {radius: 1}, copies: {lattice: [1000, 1000, 1000], step: [1, 1, 1]}}]\n"
	})},
	// Scenes: copies, each of which counts. The last ones can be built: what is wrong is looked at after that.
	{name: "bottles.yaml", args: "check FILE", want: "line 6: bodies.b: copy 566: " + triangles,
		text: inScene(copies("mesh: pill-bottle.stl", "5000, 1, 1"))},
	{name: "fewer-bottles.yaml", args: "run FILE --steps 1", want: "line 6: bodies.b: copy 566: " + triangles,
		names: "run: ", text: inScene(copies("mesh: pill-bottle.stl", "1500, 1, 1"))},
	{name: "hoppers.yaml", args: "shot FILE", want: "line 6: bodies.b: copy 5730: " + triangles, names: "shot: ",
		text: inScene(copies("mesh: hopper.stl", "1000, 500, 1"))},
	{name: "plates.yaml", args: "check FILE", want: "line 6: bodies.b: copy 50001: there must be at most 50000 meshes " +
		"in a scene, got 50001", text: inScene(copies("facets: {plate: {size: [1, 1]}}", "1000, 500, 1"))},
	{name: "large-clumps.yaml", args: "check FILE", want: "line 6: bodies.b: copy 375: 375 bodies of 750 000 " +
		"shapes take about 450.2 MB of memory, 450 MB are free",
		text: inScene(copies("clump: ["+strings.Repeat("{sphere: {radius: 1e-3}},", 2000)+"]", "1000, 250, 1"))},
	{name: "balls.yaml", args: "check FILE", want: "line 7: bodies.c: 500 001 bodies take about 450.1 MB of memory",
		text: inScene(copies("sphere: {radius: 1e-3}", "1000, 500, 1", "  - {name: c, sphere: {radius: 1e-3}}\n"))},
	{name: "sampled-copies.yaml", args: "check FILE", want: unread,
		text: inScene(copies("sampling: 10, clump: [{sphere: {radius: 0.1}}, {sphere: {radius: 0.1}, "+
			"position: [0.1, 0, 0]}]", "200, 100, 1", "stopWhen: [(]\n"))},
	{name: "moved-copies.yaml", args: "check FILE", want: unread,
		text: inScene(copies("blocked: xyzXYZ, sphere: {radius: 0.1}", "200, 200, 1",
			"motions: [{name: m, body: b, duration: 1, constant: {velocity: [0, 0, 1]}}, "+
				"{name: n, body: b, after: m-40000, constant: {velocity: [0, 0, 1]}}]\nstopWhen: [(]\n"))},
	// Worlds.
	{name: "coincident.yaml", args: "run FILE --steps 2", want: "too many bodies lie in each other: 20000 spheres and " +
		"capsules must have at most 1500000 pairs that touch",
		names: "run: ", text: inScene(func() string {
			return "bodies:\n" +
				each(20_000, "  - {name: b#, sphere: {radius: 1}}\n")
		})},
	{name: "coincident-capsules.yaml", args: "run FILE --steps 2", want: "too many bodies lie in each other",
		names: "run: ",
		text: inScene(func() string {
			return "bodies:\n" + each(10_000,
				"  - {name: b#, capsule: {radius: 1, shaft: 1}}\n")
		})},
	{name: "dust.yaml", args: "run FILE --steps 2", want: "inlet dust: 500 001 bodies take about 450.1 MB of memory, " +
		"450 MB are free (TUMBLE_MEMORY=450.1MB lets them take so much): give it maxBodies", names: "run: ",
		text: inScene(func() string {
			return "inlets: [{name: dust, box: {center: [0, 0, 0], size: [9, 9, 9]}, sphere: {radius: 1e-4}}]\n"
		})},
	// Meshes.
	{name: "continued.obj", args: "check FILE", want: `line 4: vertex index: not a whole number, got "f"`,
		text: func() string { return kinds[4].begins + strings.Repeat("f 1 2 3 \\\n", 200_000) }},
	{name: "continued-line.obj", args: "check FILE", want: "no faces",
		text: func() string { return kinds[4].begins + "l " + strings.Repeat("\\\n", 200_000) }},
	{name: "faces.obj", args: "check FILE", want: "at most 1100000 triangles of meshes in a scene, got 1100001",
		text: func() string { return kinds[4].begins + strings.Repeat("f 1 2 3\n", 1_100_001) }},
	{name: "vertices.obj", args: "check FILE", want: "at most 3300000 vertices of a mesh, got 3300001",
		text: times(3_300_001, "v 0 0 0\n")},
	{name: "corners.obj", args: "check FILE", want: "got 2000 (<= 1000)",
		text: func() string { return kinds[4].begins + "f" + strings.Repeat(" 1 2 3 2", 500) }},
	{name: "concave.obj", args: "check FILE", want: "at most 500000000 corners looked at to divide faces that are not " +
		"convex", text: concave},
	{name: "facets.stl", args: "check FILE", want: "at most 1100000 triangles of meshes in a scene, got 1100001",
		text: func() string {
			return string(binary.LittleEndian.AppendUint32(make([]byte, 80), 1_100_001)) + strings.Repeat("\x00", 50*1_100_001)
		}},
	{name: "count.stl", args: "check FILE", want: "count at byte 80 does not fit the file", text: func() string {
		return string(binary.LittleEndian.AppendUint32(make([]byte, 80), 0xffffffff)) + strings.Repeat("\x00", 50)
	}},
	{name: "solids.stl", args: "check FILE", want: "no triangles", text: times(1_000_000, "solid s\nendsolid\n")},
	{name: "header.ply", args: "check FILE", want: "line ", text: func() string {
		return "ply\nformat ascii 1.0\n" +
			strings.Repeat("comment x\n", 500_000)
	}},
	{name: "elements.ply", args: "check FILE", want: "", text: func() string {
		return "ply\nformat ascii 1.0\n" + each(30_000, "element e# 0\nproperty int x\n") + "end_header\n"
	}},
	{name: "list.ply", args: "check FILE", want: "the file ends here", text: func() string {
		return "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty list uint int q\nproperty int x\n" +
			"property int y\nproperty int z\nend_header\n\xff\xff\xff\xff"
	}},
	{name: "records.ply", args: "check FILE", want: "vertex 2 of 2000000000", text: func() string {
		return "ply\nformat ascii 1.0\nelement vertex 2000000000\nproperty int x\nproperty int y\nproperty int z\n" +
			"end_header\n1 2 3\n"
	}},
	{name: "wide.ply", args: "check FILE", want: "number", text: func() string {
		return "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int z\nend_header\n" +
			strings.Repeat("1 ", 3_000_000)
	}},
	{name: "many-meshes.yaml", args: "check FILE", want: "at most 1100000 triangles of meshes in a scene, got",
		text: inScene(func() string {
			return "bodies:\n" + each(20_000, "  - {name: b#, mesh: pill-bottle.stl}\n")
		})},
	// Tables.
	{name: "particles.csv", args: "check in-FILE.yaml", want: "500 001 bodies take about 450.1 MB of memory",
		text: func() string { return kinds[2].begins + strings.Repeat("0,0,0,1\n", 600_000) }},
	{name: "columns.csv", args: "check in-FILE.yaml", want: "line 1: is no table of particles",
		text: times(1_000_000, "a,")},
	{name: "field.csv", args: "check in-FILE.yaml", want: "line 1: is no table of particles",
		text: times(10_000_000, "a")},
	{name: "quote.csv", args: "check in-FILE.yaml", want: "line ",
		text: func() string { return kinds[2].begins + "\"" + strings.Repeat("a\n", 5_000_000) }},
	{name: "poses.csv", args: "check moved-FILE.yaml", want: "at most 10000 key frames in a table, got 10001",
		text: func() string {
			var b strings.Builder
			b.WriteString("time,x,y,z\n")
			for i := range 2_000_000 {
				fmt.Fprintf(&b, "%d,0,0,0\n", i)
			}
			return b.String()
		}},
	{name: "pose-columns.csv", args: "check moved-FILE.yaml", want: "line 1: is no table of key frames",
		text: times(1_000_000, "a,")},
	{name: "rows.csv", args: "sweep good.yaml --table FILE", want: "at most 10000 rows in a table of a sweep, got 10001",
		text: func() string { return "damping\n" + strings.Repeat("0.1\n", 10_001) }},
	{name: "cells.csv", args: "sweep good.yaml --table FILE", want: "must have a line of column names",
		text: times(4_000_000, ",")},
	{name: "bytes.csv", args: "sweep good.yaml --table FILE", want: "at most 8388608 bytes in a table of a sweep",
		text: times(9_000_000, "x")},
	// Scripts: reading.
	{name: "bytes.py", args: "check FILE", want: "at most 1048576 bytes in a script, got 2000000",
		text: times(1_000_000, "1\n")},
	{name: "functions.py", args: "check FILE", want: noScene, text: times(65_000, "def f():\n pass\n")},
	{name: "mended.py", args: "check FILE", want: noScene, text: times(65_000, "def f():\nx\n\n")},
	{name: "strings.py", args: "check FILE", want: "", text: func() string {
		return "a=" +
			strings.Repeat("'a' ", 200_000)
	}},
	{name: "parentheses.py", args: "check FILE", want: "unexpected EOF", text: times(500_000, "(")},
	{name: "lists.py", args: "check FILE", want: nested, text: func() string {
		return "a=" + strings.Repeat("[", 500_000) +
			strings.Repeat("]", 500_000)
	}},
	{name: "targets.py", args: "check FILE", want: "", text: func() string {
		return strings.Repeat("[", 400_000) + "a" +
			strings.Repeat("]", 400_000) + "=1"
	}},
	{name: "signs.py", args: "check FILE", want: nested, text: func() string {
		return "a=" + strings.Repeat("-", 900_000) +
			"1"
	}},
	{name: "sum.py", args: "check FILE", want: nested, text: func() string {
		return "a=" + strings.Repeat("1+", 400_000) +
			"1"
	}},
	{name: "powers.py", args: "check FILE", want: nested, text: func() string {
		return "a=" +
			strings.Repeat("2**", 200_000) + "1"
	}},
	{name: "attributes.py", args: "check FILE", want: nested, text: func() string {
		return "a" +
			strings.Repeat(".a", 400_000)
	}},
	{name: "lambdas.py", args: "check FILE", want: noScene, text: func() string {
		return "a=" +
			strings.Repeat("lambda:", 140_000) + "1"
	}},
	{name: "blocks.py", args: "check FILE", want: "", text: func() string {
		var b strings.Builder
		for i := range 1300 {
			b.WriteString(strings.Repeat(" ", i) + "if 1:\n")
		}
		return b.String()
	}},
	{name: "elifs.py", args: "check FILE", want: nested, text: func() string {
		return "if 0: pass\n" +
			strings.Repeat("elif 0: pass\n", 70_000)
	}},
	{name: "digits.py", args: "check FILE", want: "is too large",
		text: func() string { return "a=" + strings.Repeat("9", 1_000_000) }},
	{name: "name.py", args: "check FILE", want: "line 1: name aaaa", text: times(1_000_000, "a")},
	{name: "outputs.py", args: "check FILE", want: noScene, text: func() string {
		return "Woo [1]: 1\nOut[1]: 1\n" +
			strings.Repeat("x\n", 500_000)
	}},
	{name: "empty-lines.py", args: "check FILE", want: noScene, text: times(1_000_000, "\n")},
	// Scripts: running.
	{name: "notices.py", args: "check FILE", want: "the scene has no particles",
		text: inScript(times(30_000, "S.plot.plots={}\n"))},
	{name: "prints.py", args: "check FILE", want: "line 4: " + tooMuch,
		text: script("s='x'*4000000\nwhile 1: print(s,s)")},
	{name: "print-lines.py", args: "check FILE", want: "line 3: print(): there must be at most 10000 lines that a " +
		"script prints, got 10001", text: script("while 1: print()")},
	{name: "format.py", args: "check FILE", want: "line 3: the script takes too long: " + steps,
		text: script("a=('%1000d'*1200000)%tuple(range(1200000))")},
	{name: "formats.py", args: "check FILE", want: "line 3: the script takes too long: " + steps,
		text: script("while 1: a='%1000d %.1000f' % (1,1)")},
	{name: "grows.py", args: "check FILE", want: steps, text: script("a=[]\nwhile 1: a.append([1,2,3])")},
	{name: "doubles.py", args: "check FILE", want: steps, text: script("a='ab'\nwhile 1: a=a+a")},
	{name: "repeats.py", args: "check FILE", want: "is too much", text: script("a='ab'*9999999999")},
	{name: "range.py", args: "check FILE", want: steps, text: script("a=list(range(10**15))")},
	{name: "nodes.py", args: "check FILE", want: "line 3: " + tooMuch, text: script("a=[Node() for i in range(10**9)]")},
	{name: "bodies.py", args: "check FILE", want: "line 3: " + tooMuch, text: script("S.dem.par.add([Sphere.make((i,0," +
		"0),.1) for i in range(10**6)])")},
	{name: "dict.py", args: "check FILE", want: steps, text: script("a={}\nfor i in range(10**9): a[i]=i")},
	{name: "scopes.py", args: "check FILE", want: nested, text: script("def f(): f()\nf()")},
	{name: "closures.py", args: "check FILE", want: "line 4: " + tooMuch,
		text: script("a=[]\nwhile 1: a.append(lambda x: x)")},
	{name: "quadrilaterals.py", args: "check FILE", want: "line 3: there must be at most 100000 facets that a script " +
		"makes, got",
		text: script("for i in range(50): S.dem.par.add(woo.triangulated.quadrilateral((0,0,0),(1,0,0),(0,1,0),(1,1,0)," +
			"div=(200,200)))")},
	{name: "tube.py", args: "check FILE", want: "line 3: there must be at most 100000 facets that a script makes, got " +
		"7996000",
		text: script("S.dem.par.add(woo.triangulated.cylinder((0,0,0),(1,0,0),radius=1,div=2000,axDiv=2000))")},
	{name: "meshes.py", args: "check FILE", want: "line 3: " + tooMuch,
		text: script("a=[woo.utils.importSTL('pill-bottle.stl') for i in range(10**6)]")},
	{name: "steps.py", args: "check FILE", want: "line 5: the script takes too long (more than 6s)",
		text: script("S.dem.par.add([Sphere.make((i%10,i//10%10,i//100),.6) for i in range(3000)])\n" +
			"S.engines=DemField.minimalEngines(damping=.1)\nS.run(1000000,True)")},
	{name: "step-count.py", args: "check FILE", want: "a script may run 1000000 steps",
		text: script("S.dem.par.add(Sphere.make((0,0,0),.6))\nS.run(10**9,True)")},
	{name: "runner.py", args: "run FILE --steps 1000", want: "PyRunner at",
		text: script("S.dem.par.add(Sphere.make((0,0,0),.1))\nf=[].append\nS.dt=1e-5\n" +
			"S.engines=DemField.minimalEngines(damping=.1)+[PyRunner(1,'for i in range(60000): f((i,i,i,i,i,i,i,i))')]")},
	{name: "runner-loop.py", args: "run FILE --steps 10", want: "PyRunner at 0 s: line 6: the script takes too long: a " +
		"script may take 1000000 steps", text: script(
		"S.dem.par.add(Sphere.make((0,0,0),.1))\nf=[].append\nS.dt=1e-5\n" +
			"S.engines=DemField.minimalEngines(damping=.1)+[PyRunner(1,'while 1: pass')]")},
}

// concave returns many faces in the form of combs, which are slow to divide.
func concave() string {
	var b strings.Builder
	const teeth = 400
	for i := range teeth {
		fmt.Fprintf(&b, "v %d 0 0\nv %d 1 0\n", i, i)
	}
	var face strings.Builder
	face.WriteString("f")
	for i := range 2 * teeth {
		fmt.Fprintf(&face, " %d", i+1)
	}
	return b.String() + strings.Repeat(face.String()+"\n", 2000)
}
