package render

import "os"

// OneThread makes Mesa's software renderer, if that is what draws, draw in the thread that asks for
// it. It must be called before anything of OpenGL is. A person who has set the number of threads is
// not overruled.
//
// With threads of its own that renderer writes to memory that has been freed. A thread that has
// drawn a scene counts up the scene's fence and then unlocks the fence's mutex (lp_fence_signal).
// Whoever draws next looks at the count without the lock (lp_setup_get_empty_scene), and frees
// the fence. If the thread loses the processor in between, the unlocking writes into memory that
// is free or somebody else's: "free(): corrupted unsorted chunks", in whatever draws then. So
// it is in Mesa 22.3 as in what came before and after; the test of the window on a slow machine shows it.
// Where there are two cores nothing is lost, since the simulation needs one of them.
func OneThread() {
	const threads = "LP_NUM_THREADS"
	if _, set := os.LookupEnv(threads); !set {
		os.Setenv(threads, "0")
	}
}
