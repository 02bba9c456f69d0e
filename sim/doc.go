// Package sim is the engine of Tumble: a discrete element method for capsules, spheres,
// walls, triangle meshes and rigid clumps of them. It is pure Go, float64, SI units and
// radians, right-handed axes with z up; it builds and is tested without a display.
//
// # Vocabulary
//
// A body is a rigid body; shapes are attached to it with a local pose. A body of several
// shapes is a clump. Two shapes whose boxes, enlarged by the skin, overlap are a
// candidate pair; candidates that touch are contacts. Normals point from the first shape
// of a pair to the second; the force of a contact is the force on the first; overlaps are
// positive.
//
// # The step
//
//	moveKinematics    bodies with a prescribed motion go where they have to be now
//	exchangeBodies    bodies leave by outlets and enter by inlets, at the positions of this moment
//	placeShapes       body poses give shapes in the global frame
//	updateCandidates  broad phase, only when some body has used up its skin or, now and then,
//	                  sortBodies has sorted them by where they are
//	bookRule          what a new rule for capsules changes in the energy, in the step after it
//	updateContacts    chunk by chunk: findTouching, the narrow phase, gives touches; applyLaws
//	                  turns them into contacts, each with the history it continues, and forces
//	estimateTimeStep  every so many steps, from the contacts, how long this step may be
//	moveBodies        per body: sumSpan adds up gravity, then its contacts in contact order;
//	                  integrateChunk damps, takes velocities to t + dt/2 and positions to t + dt
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
// run.Program.Fused). What makes it true: bodies are kept in the order of creation until, at fixed steps, they are sorted by where they are; candidate lists
// are sorted; history is carried over by merging two sorted lists; each body adds its contacts
// in contact order; loops are cut into fixed chunks; every inlet has a seeded stream of its
// own; nothing here iterates over a map or looks at a clock, but for timing.
//
// # Layers
//
// Imports go downwards only; deps_test.go says which and why:
//
//	main -> ui, ui/cli, render, sim/scene -> sim/run -> sim -> sim/bridge, sim/narrow, sim/mesh ... -> sim/vec
//
// render and ui never import sim: they see sim/bridge, whose snapshots and commands cross
// between the goroutines by value or by handing over ownership. There is no lock.
//
// # How to add
//
//	a contact pair    sim/narrow/<a>_<b>.go, a pure function; a kernel in pairs.go; a cell of CapsuleRules in touching.go
//	a vector kernel   arguments in package wide, its text in wide/kernel, go generate ./sim/wide (see wide/README.md)
//	a capsule rule    its kernels, in pairs.go or, if contacts spread along shafts, spreading.go; and a row of CapsuleRules
//	a shape           sim/shape/<name>.go and a row of shape.Kinds; a typed slice in shapes.go; cells of the matrix; a drawer in render
//	a contact law     a file of package law with its force, energy, slope and range, and a row of law.Kinds;
//	                  for vector kernels wide/kernel/prepare.go and Lanes in the row
//	a material number a field of law.Material and a row of law.Fields, a key of scene.Material; of two materials
//	                  together: a field of law.Surface, which the row names, and a key of scene.Pair
//	an energy entry   see package ledger
//	a scene           a file in assets/scenes
//	a runtime edit    a type in bridge/command.go, a case in apply.go
//	a motion          a type in sim/motion, a case of archivePath in kinematic/archive.go, a field of scene.Path
//	a part of state   its archive method in checkpoint*.go, and a new version in checkpointMagic
package sim
