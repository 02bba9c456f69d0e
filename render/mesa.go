package render

import (
	"os"
	"sync"

	"example.org/tumble/render/internal/cmemory"
)

// largeBlock is from which size on [bytes] C's memory goes back to the system when it is freed:
// less than a picture of a small window takes, and more than what Mesa needs again at once.
const largeBlock = 256 << 10

// Prepare makes ready for Mesa's software renderer, in case that is what draws. It must be called
// before anything of OpenGL is.
//
// It draws in the thread that asks for it, unless LP_NUM_THREADS says otherwise. With threads
// of its own it writes to memory that has been freed. A thread that has drawn a scene counts up
// the scene's fence and then unlocks the fence's mutex (lp_fence_signal). Whoever draws next looks
// at the count without the lock (lp_setup_get_empty_scene), and frees the fence. If the
// thread loses the processor in between, the unlocking writes into memory that is free or somebody
// else's: "free(): corrupted unsorted chunks", in whatever draws then. So it is in Mesa 22.3
// as in what came before and after; TestSlowRenderer of ui/desktop shows it. Where there are two
// cores little is lost, since the simulation needs one of them.
//
// And what a picture took is given back when a window changes its size.
//
// Only the first call does anything: C reads the environment in other threads once they draw.
func Prepare() { prepare() }

var prepare = sync.OnceFunc(func() {
	const threads = "LP_NUM_THREADS"
	if _, set := os.LookupEnv(threads); !set {
		os.Setenv(threads, "0")
	}
	cmemory.ReturnLarge(largeBlock)
})
