package input

import (
	"bytes"
	"fmt"

	"example.org/tumble/sim/limit"
)

// FreeMemory returns the free memory of the machine, or of the container in which the program runs if that has
// less [bytes]. known is false if the system reports neither.
func FreeMemory() (free int, known bool) {
	if all, err := Read("/proc/meminfo", limit.MemoryBytes); err == nil {
		if _, from, found := bytes.Cut(all, []byte("MemAvailable:")); found {
			n, _ := fmt.Sscanf(string(from), "%d kB", &free)
			free, known = 1000*free, n == 1
		}
	}
	most, ok := number("/sys/fs/cgroup/memory.max")
	if used, there := number("/sys/fs/cgroup/memory.current"); ok && there && (!known || most-used < free) {
		free, known = max(most-used, 0), true
	}
	return free, known
}

// number reads a file that contains one number.
func number(name string) (n int, ok bool) {
	text, err := Read(name, limit.MemoryBytes)
	if err == nil {
		_, err = fmt.Sscan(string(text), &n)
	}
	return n, err == nil
}
