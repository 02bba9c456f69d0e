package render

import (
	"bytes"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"example.org/tumble/render/internal/egl"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// TestThreads: renderers of several threads, each with a context of its own, draw at once, in parts, and each gives the
// pictures that one gives alone, also while the contexts of others are opened and closed.
func TestThreads(t *testing.T) {
	const threads, drawings = 3, 4
	seen := func(s *bridge.Snapshot, i int) *view.View {
		v := view.Default()
		v.Camera.Frame(s.Bounds.All[0], s.Bounds.All[1], 4.0/3)
		v.Camera.Azimuth, v.Style = float32(30*i), view.Style(i)%view.NumStyles
		return &v
	}
	pictures := func(s *bridge.Snapshot) (all [][]byte, err error) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		off, err := OpenOffscreen()
		if err != nil {
			return nil, err
		}
		defer off.Close()
		r, err := New()
		if err != nil {
			return nil, err
		}
		defer r.Close()
		for i := range drawings {
			if _, err := r.DrawUnless(s, seen(s, i), 160, 120, func(float64) bool { return false }); err != nil {
				return nil, err
			}
			all = append(all, r.Pixels(nil))
		}
		return all, nil
	}
	var scenes [threads]*bridge.Snapshot
	var want, got [threads][][]byte
	var errs [threads]error
	for i := range threads {
		scenes[i] = bed(100 + 200*i)
		for k := range drawings {
			want[i] = append(want[i], drawn(t, scenes[i], seen(scenes[i], k), 160, 120).Pix)
		}
	}
	var wait sync.WaitGroup
	for i := range threads {
		wait.Go(func() { got[i], errs[i] = pictures(scenes[i]) })
	}
	wait.Wait()
	for i := range threads {
		if errs[i] != nil {
			t.Errorf("thread %d: %v", i, errs[i])
			continue
		}
		for k := range want[i] {
			if !bytes.Equal(got[i][k], want[i][k]) {
				t.Errorf("thread %d: picture %d is another one than alone", i, k)
			}
		}
	}
}

// TestLoadFunctions: functions are loaded once; those of another library are refused, and change nothing.
func TestLoadFunctions(t *testing.T) {
	onGL(func() {
		if err := LoadFunctions(egl.ProcAddress); err != nil {
			t.Error(err)
		}
		var other byte
		if err := LoadFunctions(func(string) unsafe.Pointer { return unsafe.Pointer(&other) }); err == nil {
			t.Error("the functions of another library are taken")
		}
		if err := LoadFunctions(egl.ProcAddress); err != nil {
			t.Error(err)
		}
	})
}
