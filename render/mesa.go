package render

import (
	"os"
	"sync"

	"example.org/tumble/render/internal/cmemory"
)

// largeBlock is the least size [bytes] of a block of C's memory that goes back to the system when it is freed:
// less than a picture of a small window takes, and more than the blocks that Mesa soon needs again.
const largeBlock = 256 << 10

// keptMemory is how much of its memory in smaller blocks [bytes] Mesa frees without the system getting it back: more
// than it asks for and frees again in each picture.
const keptMemory = 16 << 20

// Prepare prepares the process for Mesa's software renderer, in case this is the driver. It must be called
// before any other function of OpenGL.
//
// Prepare makes Mesa draw in the calling thread, unless LP_NUM_THREADS is set. With threads of its own
// Mesa writes to memory that has been freed. A thread that has drawn a scene counts up the scene's fence
// and then unlocks the fence's mutex (lp_fence_signal). The thread that draws next reads the count
// without the lock (lp_setup_get_empty_scene), and frees the fence. If the first thread loses the
// processor between the two steps, its unlocking writes into memory that is free or belongs to another
// object; the next code that draws then fails with "free(): corrupted unsorted chunks". This happens in
// Mesa 22.3 and in the versions before and after it; TestSlowRenderer of ui/desktop shows it. On a
// machine with two cores little speed is lost, since the simulation needs one of them.
//
// Prepare also lets the memory of a picture go back to the system when a window changes its size, and keeps what
// Mesa needs again for the next picture: 5 % of the time of a picture went into giving it back.
//
// Only the first call does anything, because C reads the environment in other threads once they draw.
func Prepare() { prepare() }

var prepare = sync.OnceFunc(func() {
	const threads = "LP_NUM_THREADS"
	if _, set := os.LookupEnv(threads); !set {
		os.Setenv(threads, "0")
	}
	cmemory.ReturnLarge(largeBlock, keptMemory)
})
