// Package insertion makes bodies and takes them away while a world runs: inlets, which put fresh bodies
// of random sizes at random places where there is room, and outlets. It knows the bodies and shapes of a
// world, and through Site the little that only a world can do.
//
// Each inlet has a random stream of its own, seeded by the seed of the world and the number of the inlet,
// so that no other inlet changes what it makes.
package insertion
