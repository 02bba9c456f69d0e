package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// These kernels compute nothing: they tell the processor what memory will be needed soon, where no other kernel
// tells it, or where that pays only in large piles.

// chunkLines is in how many cache lines what steps need of a chunk lies, without its pairs and contacts.
const chunkLines = 6

// ahead asks for what chunks of contacts have beside pairs and contacts.
func ahead(x *wide.Ahead, _ wide.Options) {
	ir.Fetch(x.Springs, 1)
	ir.Fetch(x.Marks, 1)
	ir.Fetch(x.Slots, 2)
	ir.Fetch(x.Blocks, 2)
	ir.Fetch(x.Chunk, chunkLines)
}

// fetchShapes asks for the shapes of pairs.
func fetchShapes(x *wide.Touches, _ wide.Options) {
	ir.FetchListed(x.A, x.SoonA)
	ir.FetchListed(x.B, x.SoonB)
}

// fetchWrenches asks for what sums need of the second bodies of contacts. The first ones come one after the other.
func fetchWrenches(x *wide.Sums, options wide.Options) {
	if options&wide.WithoutPositions == 0 {
		ir.FetchIndexed(x.Pos, x.SoonB, 24)
	}
	ir.FetchIndexed(x.Wrench, x.SoonB, 48)
}

// fetchTwists asks for what laws need of them.
func fetchTwists(x *wide.Law, options wide.Options) {
	if options&wide.WithoutPositions == 0 {
		ir.FetchIndexed(x.Pos, x.SoonB, 24)
	}
	ir.FetchIndexed(x.Vel, x.SoonB, 24)
	ir.FetchIndexed(x.Spin, x.SoonB, 24)
}
