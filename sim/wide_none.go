//go:build !goexperiment.simd || !amd64

package sim

// What does not exist without vector kernels, and is never called then; see package wide.

func (w *World) applyLawWide(*chunkOfPairs, *workspace) {}

type stepConstants struct{}

func (*bodies) free(int) bool                            { return false }
func (*stepConstants) fill(*World)                       {}
func (*World) integrateWide(int, *tally, *stepConstants) {}

type nearMemory struct{}

func (*pairList) hasWide() bool                   { return false }
func (*World) findWide(*chunkOfPairs, *workspace) {}
