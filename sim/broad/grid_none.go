//go:build !goexperiment.simd || !amd64

package broad

type slabs struct{}

func (*Grid) lineUp() {}

func (g *Grid) search(i int32, runs []run, out []int32) []int32 { return g.searchPlain(i, runs, out) }
