package parallel_test

import (
	"fmt"

	"example.org/tumble/sim/internal/parallel"
)

// Each item writes only what belongs to it, so that the result is the same for any number of workers.
func ExampleTeam_Run() {
	team := parallel.New(4)
	defer team.Close()

	squares := make([]int, 10000)
	team.Run(len(squares), parallel.Chunk, 100, nil, func(_, first, last int) {
		for i := first; i < last; i++ {
			squares[i] = i * i
		}
	})
	fmt.Println(squares[99], squares[9999])
	// Output: 9801 99980001
}
