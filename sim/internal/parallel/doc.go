// Package parallel shares the loops of a step between the cores of a machine. It knows nothing of
// what the loops do.
//
// A Team is a number of workers: the goroutine that calls Run is worker 0, the others are helpers
// that wait for work. Run divides the items of a loop among the workers and returns when all items
// are done. Two workers share one part of the loop, with a cut between them, so that each does the
// same items in every step, whose data are still in the cache of its core; only where one of them is
// late does the other do some of its items, from the last one on:
//
//	    Run(items, size, ns, division, task)
//
//	worker 0      |1 2 3 4 5 6 >          cut
//	              [ side of worker 0 . . . | . . side of worker 1 ]     first share
//	worker 1                               |1 2 3 4 5 6 >
//
//	worker 2      |1 2 3 4 5 6 >          cut             < 9 8 7|
//	              [ side of worker 2 . . . | . . side of worker 3 ]     second share
//	worker 3 is late, nobody waits for it: 2 helps from the end of its side on
//
//	time -->
//	caller        Run: opens the shares, offers the loop, does its side ... withdraws the offer, returns
//	helper 1      spins, sees the offer, does its side, helps others ....... done, spins, parks
//	helper 3      its core has other things to do, comes too late and finds nothing offered
//
// The loops of one step of a simulation follow each other like that, each with the same division of bodies, so
// that a core finds in its cache the data that it wrote in the loop before:
//
//	                 worker 0                        worker 1
//	place shapes     bodies [0, k)                   bodies [k, n)
//	contacts         chunks at home in [0, k)        chunks at home in [k, n)
//	                 ------- Run returns: what one did for the other moves the cut k of the next step -------
//	sum of forces    bodies [0, k), own chunks       bodies [k, n), own chunks    (RunAfter: first this,
//	integration      bodies [0, k)                   bodies [k, n)                 then this)
//
// Results do not depend on the number of workers: an item writes only its own data, the size of pieces is fixed by
// the caller, and sums are made afterwards, in the order of items.
//
// Other work of the program, such as a picture, borrows a core by LendCore: the last helper of each team then parks.
//
// A panic in a worker does not end the program there: Run panics with it, as a *Panic, once all
// workers are done.
package parallel
