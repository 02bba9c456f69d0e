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
//	bounding radius     from the centre of a body to its farthest point, or that of a shape
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
//	                    first shape to the second, its force is that on the first
//	overlap             how far shapes reach into each other along the normal [m], positive
//	history             what a contact remembers from step to step, such as its tangential force
//	tangential force    the force of a contact perpendicular to its normal: shear spring and friction
//	line contact        a contact that is spread along the shaft of a capsule, with a torque of its own
//	pair properties     what two materials have together: friction, restitution, stiffness
//	wrench              a force and a torque
//
//	batch               eight bodies or contacts that a vector kernel does at once
//	chunk               the candidate pairs of one stretch of bodies, with their contacts
//	stretch             512 spheres and capsules that follow each other in memory
//	worker              a goroutine that does a part of each loop; worker 0 is the caller
//	cut                 where the bodies of one worker end and those of the next begin
//	halo                the forces on bodies of another worker, which are sent across the cut
//
//	non-finite          infinite or not a number; a world with such a number stops
//	ledger              where energy came from and where it went, entry by entry
//	snapshot            a copy of a world for drawing, in single precision
//	state               a copy of a world for files and tests, in double precision
//	checkpoint          all that decides how a world goes on, as bytes
//
// # The step
//
//	moveKinematics    bodies with a prescribed motion go where they have to be now
//	exchangeBodies    bodies leave by outlets and enter by inlets, at the positions of this moment
//	placeShapes       body poses give shapes in the global frame
//	updateCandidates  neighbour.Search, the broad phase, only when some body has used up its skin or, now and then,
//	                  the bodies were sorted by where they are
//	RuleWork          what a new rule for capsules changes in the energy, in the step after it
//	updateContacts    contact.Set.Update, chunk by chunk: the narrow phase finds touches; the law
//	                  turns them into contacts, each with the history it continues, and forces
//	timestep.Next     every so many steps, from the contacts, how long this step may be
//	moveBodies        per body: contact.Set.SumSpan adds up gravity, then its contacts in contact order;
//	                  body.Integrator damps, takes velocities to t + dt/2 and positions to t + dt
//
// Prescribed motion comes first so that contacts see everything at the same moment;
// inlets come before the shapes are placed so that a fresh body takes part at once. Then
// the clock advances.
//
// After a step positions belong to Time, velocities to half a step before it.
//
// # Determinism
//
// Same scene, seed, parameters, commands with their steps, and source give the same bits
// after every step, for any number of workers, on amd64 and arm64 (see
// run.Program.Fused). What makes it true: bodies are kept in the order of creation until, at
// fixed steps, they are sorted by where they are; candidate lists are sorted; history is carried
// over by merging two sorted lists; each body adds its contacts in contact order; loops are cut into fixed
// chunks; every inlet has a seeded stream of its own; nothing here iterates over a map or looks at a clock,
// but for timing.
//
// # Who owns what
//
// A World conducts: its parts belong to packages, which change and archive them, and Step says in what
// order they act. TestWorldConducts keeps it so.
//
//	contact.Clock                              where it is in time
//	body.Set, body.Shapes, body.Integrator     bodies, their shapes, and how forces move them
//	kinematic.Motions, insertion.Flow          what moves bodies, makes them and takes them away
//	grab.Hand                                  what a person drags
//	contact.Set, neighbour.Search              what touches, and what may touch soon
//	ledger.Ledger, notice.Log, audit.Auditor   its energy, what it has to say, whether to believe it
//	publish.Publisher                          how it gets into snapshots
//
// Packages state and inspect read it, and package timestep says how long a step is.
//
// # Layers
//
// Imports go downwards only; deps_test.go says which and why:
//
//	main -> ui, ui/cli, render -> sim/scene -> sim/run -> sim -> publish, timestep, inspect, state
//	     -> neighbour, insertion, kinematic, grab -> contact -> body -> ledger, notice, narrow, mesh ... -> vec
//
// render and ui never import sim: they see sim/bridge, whose snapshots and commands cross
// between the goroutines by value or by handing over ownership. There is no lock.
//
// # How to add
//
// The README has a table of what to write, and in which tables to add a row: shapes, pairs, laws,
// rules, motions, kernels, entries of the ledger, edits, exports, panels, commands.
package sim
