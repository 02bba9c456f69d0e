package wide

import "github.com/klauspost/cpuid/v2"

// NearCache returns the size of the cache next to each core, the second level [bytes]; 0 or less: it is not known.
func NearCache() int { return cpuid.CPU.Cache.L2 }
