//go:build !amd64

package wide

// NearCache returns 0: the size of the cache next to each core is not known here.
func NearCache() int { return 0 }
