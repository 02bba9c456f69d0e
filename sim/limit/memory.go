package limit

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/tumble/sim/spell"
)

// Memory is the number of bytes that the bodies of a world may take. At its start, the program sets it to the free
// memory of the machine, because memory is what limits the number of bodies in practice.
var Memory = bound("bytes of memory", 64<<30, "what a large workstation has; a program that knows better sets it")

// The memory of a body, and of each of its spheres and capsules, with their contacts in a heap and with the memory
// for reading and making them [bytes]: a million spheres take 0.52 GB at rest, and more as they flow or are saved. See
// "Memory" in sim/PERFORMANCE.md.
const (
	bodyBytes  = 300
	shapeBytes = 600
)

// CheckWorld returns an error if a number of bodies, or the number of all their shapes, is above its bound, or if
// they need more memory than is free.
func CheckWorld(bodies, shapes int) error {
	if err := cmp.Or(Bodies.Check(bodies), Shapes.Check(shapes)); err != nil {
		return err
	}
	if need := bodies*bodyBytes + shapes*shapeBytes; need > Memory.Most {
		what := spell.Count(bodies, "body", "bodies")
		if shapes > bodies {
			what += " of " + spell.Count(shapes, "shape", "shapes")
		}
		return fmt.Errorf("%s take about %s of memory, %s are free (%s=%s lets them take so much)", what, inMemory(need),
			inMemory(Memory.Most), MemoryVariable, strings.ReplaceAll(inMemory(need), " ", ""))
	}
	return nil
}

// MemoryVariable is the environment variable for the memory that bodies may take, in the place of the free memory.
const MemoryVariable = "TUMBLE_MEMORY"

// memoryUnits are the units of memory, largest first [bytes].
var memoryUnits = []struct {
	name  string
	bytes float64
}{{"GB", 1e9}, {"MB", 1e6}}

// inMemory writes a size for people: "1.9 GB".
func inMemory(bytes int) string {
	for _, u := range memoryUnits {
		if x := float64(bytes) / u.bytes; x >= 1 {
			return strconv.FormatFloat(math.Ceil(10*x)/10, 'f', -1, 64) + " " + u.name
		}
	}
	return strconv.Itoa(bytes) + " bytes"
}

// ParseMemory reads a size such as "1.9GB" or "500 MB" [bytes].
func ParseMemory(text string) (bytes int, err error) {
	for _, u := range memoryUnits {
		number, ok := strings.CutSuffix(text, u.name)
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if ok && err == nil && x > 0 && x*u.bytes < math.MaxInt64/2 {
			return int(x * u.bytes), nil
		}
	}
	return 0, fmt.Errorf("must be a size in GB or MB, such as 16GB, got %s", spell.Quote(text))
}
