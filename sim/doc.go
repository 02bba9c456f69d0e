// Package sim is the engine of Tumble: a discrete element method for capsules, spheres,
// walls, triangle meshes and rigid clumps of them. It is pure Go, float64, SI units and
// radians, right-handed axes with z up; it builds and is tested without a display.
//
// # Vocabulary
//
//	body                a rigid body; the shapes attached to it have poses in its frame
//	clump               a body of several shapes
//	solid               a shape with a volume, and so a mass: forces may move it
//	template            mass properties and shapes that equal bodies share
//	bounding radius     from the centre of a body to its farthest point, or from the centre of a shape to its own
//	bounding box        its edges are along the global axes
//
//	broad phase         finds the pairs of shapes whose boxes, grown by their skins, overlap
//	candidate pair      such a pair
//	Verlet list         the list of candidate pairs, also called neighbour list: it holds until some
//	                    body has travelled further than its skin
//	skin                how far a body may travel until the next rebuild of the lists [m]
//	travelled distance  the length of a body's way since it was made: it says when skins are used up,
//	                    and when the shapes of a pair that is apart can touch at the earliest
//	narrow phase        finds whether and where the shapes of a candidate pair touch
//
//	contact             a candidate pair that touches, with its history; its normal points from the
//	                    first shape to the second, its force acts on the first
//	overlap             how far shapes reach into each other along the normal [m], positive
//	history             what a contact remembers from step to step, such as its tangential force
//	tangential force    the force of a contact perpendicular to its normal: shear spring and friction
//	central contact     a contact whose normal passes through the centres of mass of both bodies, as
//	                    between two spheres
//	line contact        a contact that is spread along the shaft of a capsule, with a torque of its own
//	pair properties     numbers of a pair of materials, such as friction and restitution
//	wrench              a force and a torque
//
//	batch               eight bodies or contacts that a vector kernel computes at once
//	chunk               up to 256 candidate pairs of one stretch of bodies, with their contacts
//	stretch             512 spheres and capsules that follow each other in memory
//	worker              a goroutine that computes a part of each loop; worker 0 is the caller
//	cut                 where the bodies of one worker end and those of the next begin
//	halo                the forces on bodies of another worker, which are sent across the cut
//
//	non-finite          infinite or not a number; a world with such a number stops
//	ledger              where energy came from and where it went, entry by entry
//	snapshot            a copy of a world for drawing, in single precision
//	state               a copy of a world for files and tests, in double precision
//	checkpoint          everything that determines the future of a world, as bytes
//
// # The step
//
//	moveKinematics    bodies with a prescribed motion move to their places of this moment
//	exchangeBodies    bodies leave by outlets and enter by inlets, at the positions of this moment
//	placeShapes       body poses give shapes in the global frame
//	updateCandidates  neighbour.Search, the broad phase, only when lists are stale: a body has used up its skin,
//	                  bodies were added, removed or sorted by their positions, or an edit changed what may touch
//	RuleWork          the energy that a change of the capsule rule brings, in the first step after the change
//	updateContacts    contact.Set.Update, chunk by chunk: the narrow phase finds touches; the law
//	                  turns them into contacts, each with the history it continues, and forces
//	timestep.Next     the length of this step, estimated from the contacts every TimeStepEvery steps
//	moveBodies        per body: contact.Set.SumSpan adds up gravity, then its contacts in contact order;
//	                  body.Integrator damps, takes velocities to t + dt/2 and positions to t + dt
//
// Prescribed motion comes first so that contacts see all bodies at the same moment;
// inlets come before the shapes are placed so that a new body takes part at once. Then
// the clock advances.
//
// After a step, positions belong to Time and velocities to half a step before Time.
//
// # Determinism
//
// The same scene, seed, parameters, commands with their steps, and source give the same bits after every step, for
// any number of workers, on amd64 and arm64 (see run.Program.Fused). The reasons: bodies are kept in the order of
// creation until, at fixed steps, they are sorted by their positions; candidate lists are sorted; history is
// carried over by merging two sorted lists; each body adds its contacts in contact order; loops are cut into fixed
// chunks; every inlet has a seeded stream of its own; nothing here iterates over a map, and clocks are read only
// to measure wall time.
//
// # Who owns what
//
// A World only coordinates: its parts belong to packages, which change and archive them, and Step calls the parts
// in order. TestWhoChangesWhat lists the fields that a package may change although another package owns them.
//
//	contact.Clock                              time, step number and time step
//	body.Set, body.Shapes, body.Integrator     bodies, their shapes, and their motion under forces
//	kinematic.Motions, insertion.Flow          prescribed motions; inlets and outlets
//	external.Forces                            forces from outside
//	grab.Hand                                  the hand by which a person drags a body
//	contact.Set, neighbour.Search              contacts, and pairs that may touch soon
//	ledger.Ledger, notice.Log, audit.Auditor   energy, messages to people, warnings about results
//	publish.Publisher                          the copy into snapshots
//
// Packages below sim/measure read a world, and package timestep chooses the length of its steps.
//
// # Map
//
// Packages stand in layers, and imports run down the list: within a layer, or into one of the layers that it sees.
// Below sim/internal is the engine: the compiler lets only packages below sim import it. The window and the
// drawing never import sim: they see sim/run/bridge. Its snapshots and commands cross between the goroutines by
// value or by a change of ownership, so there is no lock. Tables in sim/deps_test.go list the other imports that
// are forbidden, with reasons.
//
//	program sees all but mechanics, services
//		main.go                    starts the command line
//		ui/desktop                 wires window, renderer and engine
//		ui/cli                     the command line
//		ui/page                    the engine within a page, as WebAssembly
//	window sees presentation, drawing, measures, messages, files, values, assets
//		ui                         the window: input, panels, loop
//	outputs sees all but mechanics, services
//		ui/serve                   answers other programs, over pipes or a socket: worlds, steps, edits, arrays
//		ui/report                  reports of runs and sweeps
//		ui/sweep                   a scene for each row of a table: rows, summary, statistics, scripts for many machines
//		ui/studio                  pictures and videos, for the command line, reports and the window
//		ui/report/page             a report as HTML, with the contents that package report fills in
//	presentation sees drawing, measures, messages, files, values
//		ui/remember                the state of the window when it was closed
//		ui/bodies                  the bodies of a snapshot as a table: filtered, sorted, counted, as text
//		ui/grouping                rules by which groups of bodies are drawn differently
//		ui/chart                   the charts of a run, drawn into a rectangle or onto paper
//		ui/plot                    plots of sweeps, reports and charts
//		ui/displaytest             virtual displays, for tests
//		ui/pacing                  when the window draws a picture, and with how much detail
//		ui/widget                  fields, buttons, rows, menus, icons, colours and fonts, over imgui
//		ui/find                    rows that a person looks for by typing, best first
//		ui/keymap                  keys and gestures: the table that input, help and manual read
//		ui/layout                  where the parts of the window lie
//		ui/format                  numbers for people, and back
//	drawing sees messages, files, values, assets
//		render                     draws a snapshot with OpenGL 4.1
//		render/video               pictures and recordings
//		render/figure              figures as SVG and PDF
//		render/overlay             glyphs over and among bodies: arrows, trails, labels, legends
//		render/glyph               arrows, lines, points and flat parts as plain data
//		render/view                camera and options
//	scenes sees exports, runs, world, measures, mechanics, messages, services, files, values, assets
//		sim/scene/source           scenes of every kind, read and written
//		sim/scene/packed           Parquet files as tables of a scene
//		sim/scene/scenetest        run files for tests
//		sim/scene/woo              scripts of Woo as scenes
//		sim/run/batch              runs without a window: to a goal, with their outputs and results
//		sim/run/playback           runs of other programs as snapshots, with their atoms joined to bodies
//		sim/scene                  scenes as data and as YAML, made into worlds and read back from them
//	exports sees runs, measures, mechanics, messages, services, files, values, assets
//		sim/files/export           the files of a run for ParaView, tables and other programs
//		sim/files/export/deck      a world as input of LIGGGHTS or LAMMPS: deck, and a table of the differences
//		sim/files/export/replay/live  the run of a page, computed in the page: compared, and with other numbers
//		sim/files/export/replay    a run as a page that plays it: poses as bytes, and the page round them
//	runs sees world, measures, mechanics, messages, services, files, values
//		sim/run                    a run: a world in a goroutine, with its pace, edits, exports, saving and panics
//		sim/run/replayer           computes a run again from its key frames and commands, live or from a file
//		sim/run/history            key frames, commands and tracks of a run, from which each moment can be computed
//		sim/run/runfile            the file of a run: blocks with checksums, read and written
//		sim/run/controls           pause, speed, loop and video, for runs that are stepped and dumps that are played
//	world sees measures, mechanics, messages, services, values
//		sim/bench                  piles for benchmarks, and the wall time of their steps
//		sim                        a world and its step, checkpoint, hash and edits
//	measures sees mechanics, messages, services, values
//		sim/internal/publish       snapshots for drawing, filled by the workers
//		sim/measure/fields         fields on a grid by coarse-graining: density, velocity, stress
//		sim/measure/state          a copy of all bodies and contacts, and what else determines how a world goes on
//		sim/measure/inspect        answers about one thing: its numbers, how a contact came about, distances
//		sim/measure/collisions     how fast shapes met, how long they touched, and what energy they lost
//		sim/measure/series         the numbers that tables and charts show along a run, read at fixed moments
//		sim/measure/query          finds bodies by number, name or an expression of their quantities
//		sim/measure/surfaces       what contacts do to the surfaces of bodies, added up step by step
//		sim/measure/tally          what goes through planes, and the times and losses in regions, added up step by step
//		sim/measure/bulk           what the bodies in a region do together
//	mechanics sees services, values
//		sim/internal/neighbour     the search for pairs that may touch soon: neighbour lists, skin, strays
//		sim/internal/timestep      the length of a step
//		sim/internal/contact       contacts: which pairs touch, their forces, and their history from step to step
//		sim/internal/grab          the hand by which a person drags a body
//		sim/internal/insertion     inlets and outlets: products, sizes, volumes, the search for room
//		sim/internal/kinematic     moves bodies that follow prescribed motions
//		sim/internal/external      forces from outside: constant, over time, by formulas, drag and buoyancy of a fluid
//		sim/internal/audit         warnings about results that cannot be right
//		sim/internal/body          rigid bodies, clumps, mass properties, shapes at their places
//	messages sees services, values
//		sim/run/bridge             snapshots and commands: everything that crosses between engine and window
//	services sees values
//		sim/internal/ledger        the energy balance of a world
//		sim/internal/notice        messages of a world to people, and the fault that stopped it
//		sim/internal/profile       the stages of a step, and how long they take
//		sim/internal/ages          how old bodies were when an outlet took them, in little memory
//		sim/internal/schedule      when inlets, outlets and motions begin
//		sim/internal/motion        prescribed motion
//		sim/internal/narrow        contact geometry, one pure function a pair of shapes
//		sim/internal/shape         shapes
//		sim/internal/broad         search for boxes that overlap
//		sim/internal/wide          vector kernels: eight contacts or bodies at a time
//		sim/internal/archive       values as bytes, for saved states
//		sim/internal/parallel      shares the loops of a step between workers
//	files sees values
//		sim/files/dump             text dumps of LAMMPS and LIGGGHTS, read moment by moment
//		sim/files/input            reads the files that a person or a scene names
//		sim/files/outfile          writes all files: whole or not at all
//	values
//		sim/setting                the settings of a world, as a table
//		sim/law                    materials and contact laws
//		sim/mesh                   triangle meshes, read from files, welded, and searched
//		sim/limit                  the largest accepted sizes of files and worlds, and the range of numbers
//		sim/spell                  words and numbers as people read them, and the word that may have been meant
//		sim/vec                    vectors, quaternions, boxes
//	assets
//		assets                     the files that ship in the program, with the built-in scenes
//		assets/manual              the manual, topic by topic
//		shaders                    the programs with which the graphics processor draws
//
// # For other programs
//
// These packages stay compatible until the next major version: scene, to describe a world and build it; sim, to
// step, hash, save and restore a world; measure/state, to read a world; run with run/bridge, for a world in a
// goroutine of its own; and law, setting and vec, for the values in these packages. Other programs use package
// scene in the place of a Builder.
//
// # To add something
//
// A test checks that every file and name in this list exists. If a row is missing in one of the tables, other
// tests name this table, for example with `consumers` in sim/commands_test.go.
//
//	scene
//		write   `assets/scenes/<name>.yaml`, and `go run ./assets/gallery`
//		add to  `pictures` in `assets/gallery/main.go`
//	contact pair
//		write   `sim/internal/narrow/<a>_<b>.go`, a function of the form that `narrow.Query` describes
//		add to  `nearest`
//	capsule rule
//		write   `sim/internal/narrow/<a>_<b>_<rule>.go` for pairs whose contacts the rule finds in another way
//		add to  `CapsuleRules`
//	kind of shape
//		write   `sim/internal/shape/<name>.go`, `sim/internal/body/<name>.go`
//		add to  `shape.Kinds`, `body.kinds`, `nearest`, `scene.Solid`; without an outline, `publish.drawers`
//	contact law
//		write   `sim/law/<name>.go`
//		add to  `law.Kinds`
//	vector kernel
//		write   `sim/internal/wide/kernel/<name>.go`, see `sim/internal/wide/README.md`
//		add to  `List`, and `go generate ./sim/internal/wide`
//	number of a material
//		write   a field of `law.Material` and of `scene.Material`
//		add to  `law.Fields`
//	number of two materials
//		write   a field of `law.PairProperties` and of `scene.Pair`
//		add to  `law.Fields`
//	motion
//		write   a type in `sim/internal/motion/motion.go`
//		add to  `archivePath`, `scene.Path`
//	energy that is booked
//		write   see `sim/internal/ledger/doc.go`
//		add to  `ledger.Ledger`, `ledger.Energy`
//	audit of a run
//		write   a method of `audit.Auditor`
//		add to  `checks` in `sim/internal/audit/audit.go`
//	stage of a step
//		write   a method of the type that owns its data
//		add to  `Step` in `sim/step.go`, `profile.Names`
//	part of a saved state
//		write   see `sim/internal/archive/archive.go`
//		add to  the `Archive` of its owner, `checkpointMagic`
//	setting of a world
//		write   a field of `Params`, a key in `sim/scene/spec.go`
//		add to  `setting.Table`
//	edit of a run
//		write   a type in `sim/run/bridge/edit.go` that is an `Edit`
//		add to  `edits`
//	key of a scene
//		write   a field with its comment in `sim/scene`
//		add to  `go test ./sim/scene -run Reference -update`
//	class or function of scripts
//		write   `sim/scene/woo/<name>.go`
//		add to  `sim/scene/woo/modules.go`, `sim/scene/woo/DIALECT.md`
//	format of a series
//		write   `sim/files/export/<name>.go`, an `export.Writer`
//		add to  `Formats` in `sim/files/export/formats.go`, `assets/manual/formats.md`, `writers`
//	format of one state
//		write   a function in `sim/files/export`
//		add to  `MomentFormats` in `sim/files/export/formats.go`, `assets/manual/formats.md`, `writers`
//	part of a VTK export
//		write   a function from `state.State`
//		add to  `parts` in `sim/files/export/parts.go`
//	overlay
//		write   `render/overlay/<name>.go`, a function from a Frame to a glyph.List
//		add to  `overlay.Table`, the bits in package view, `overlayTests`, `overlayActs` in `ui/panel_view.go`
//	panel
//		write   `ui/panel_<name>.go`
//		add to  `panels` in `ui/docks.go`, `rooms` in `ui/rooms_test.go`
//	section of the inspector
//		write   `ui/panel_<name>.go`
//		add to  `inspectors` in `ui/docks.go`, `rooms` in `ui/rooms_test.go`
//	key of the window
//		write   an `action`
//		add to  `Bindings` in `ui/keymap/keymap.go`; its test with -update writes `assets/manual/window.md`
//	command
//		write   `ui/cli/<name>.go`
//		add to  `commands` in `ui/cli/cli.go`, with its row in `assets/manual/commands.md`
//	topic of the manual
//		write   `assets/manual/<name>.md`
//		add to  `order` in `assets/manual/manual.go`, the topics of `README.md`
//	package
//		write   a folder with a comment over `package`
//		add to  a layer of the map above, below all that imports it
//	scene whose results are tested bit for bit
//		write   `sim/testdata/golden/<name>.yaml`
//		add to  `goldenRuns` in `sim/golden_test.go`
package sim
