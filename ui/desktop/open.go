//go:build !headless

package desktop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"log"
	"path/filepath"
	"runtime"
	"strings"
	"unsafe"

	"example.org/tumble/render"
	"example.org/tumble/render/video"
	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/ui"
	"example.org/tumble/ui/cli"
)

// commandRoom is how many commands can wait for the simulation: more than a person can give during one step of the
// largest scene.
const commandRoom = 256

// Open runs the simulation of a request in a goroutine of its own and shows it in a window until the window is
// closed. It must be called on the main thread.
func Open(r cli.OpenRequest) error {
	scenes, err := listScenes()
	if err != nil {
		if r.First.World != nil {
			r.First.World.Close()
		}
		return err
	}
	render.Prepare()
	feed, commands := bridge.NewFeed(), make(chan bridge.Command, commandRoom)
	kept := openKeptRuns(r.MemoryFile)
	unfinished, unread := kept.offer()
	socket := newSocket()
	if r.Listen {
		if err := socket.Open(); err != nil {
			if r.First.World != nil {
				r.First.World.Close()
			}
			return fmt.Errorf("--listen: %w", err)
		}
	}
	defer socket.end()
	checks := &receipts{}
	if kept != nil {
		checks.skip = kept.found
	}
	load := checks.loader(kept.loader(r.Load))
	defer checks.end()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// On a thread of its own the simulation stays where its data are in the cache, and no other thread of the program
		// takes it up on the core that draws.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		runShown(ctx, &r, checks, load, feed, commands, kept, socket.access)
	}()
	defer func() {
		if kept != nil {
			kept.killed = r.Killed != nil && r.Killed()
		}
		stop()
		<-ended
	}()
	// go-gl prints the errors of GLFW. They are discarded here, because ui.Run returns them in better words.
	log.SetOutput(io.Discard)
	err = ui.Run(ui.Config{
		Title: "Tumble", Width: r.Width, Height: r.Height,
		Feed: feed, Commands: commands, Scenes: scenes, Exports: exports(),
		View: r.View, Framed: r.Framed, Loop: r.Loop, LoopUntouched: r.LoopUntouched, Watch: r.Watch, Stop: r.Stop,
		Groups: r.Groups, Memory: r.Memory, MemoryFile: r.MemoryFile, MemoryTrouble: r.MemoryTrouble,
		NewDrawer: newDrawer, NewRecording: newRecording, Unfinished: unfinished, Unread: unread,
		Work: newWorker().work, WhyNotLive: cli.WhyNotLive, Receipt: checks.Now, Thumbnail: thumbnailOf, Socket: socket,
	})
	if errors.Is(err, ui.ErrNoDisplay) {
		return fmt.Errorf("%w; tumble record and tumble shot need none: tumble record %s -o video.mp4", err, r.First.Name)
	}
	return err
}

// runShown runs the scene of the window, or plays dumps of another program.
func runShown(ctx context.Context, r *cli.OpenRequest, checks *receipts, load run.Loader, feed *bridge.Feed,
	commands <-chan bridge.Command, kept *keptRuns, access *run.Access) {
	if r.Played == nil {
		runner := newRunner(r.First, load, feed, commands, kept, r.Save)
		runner.Attach(access)
		checks.opened(r.First.Name, r.First)
		runner.Run(ctx)
		return
	}
	if first, counts, more := play(ctx, r, load, feed, commands); more {
		runner := newRunner(first, load, feed, commands, kept, r.Save)
		runner.Attach(access)
		runner.CountOn(counts)
		runner.Run(ctx)
	}
}

// newRunner returns a runner that begins with a scene and can do all that the window offers: exports, saving and
// keeping runs.
func newRunner(first run.Scene, load run.Loader, feed *bridge.Feed, commands <-chan bridge.Command, kept *keptRuns,
	save run.Saver) *run.Runner {
	runner := run.New(first, load, feed, commands)
	runner.ExportWith(openExport)
	runner.ExportSceneWith(openOwnExport)
	runner.SaveWith(save)
	runner.SaveRunsWith(scene.WriteRun)
	runner.SaveSeriesWith(export.WriteSeries)
	if kept != nil {
		runner.KeepWith(kept)
	}
	runner.PanicsTo(printPanic)
	return runner
}

// play shows dumps of another program until a scene is opened in their place, which it returns; false if the window
// is closed before.
func play(ctx context.Context, r *cli.OpenRequest, load run.Loader, feed *bridge.Feed, commands <-chan bridge.Command) (
	first run.Scene, counts bridge.Counts, more bool) {
	player := playback.NewPlayer(r.Played, feed, commands, counts)
	for {
		next := player.Run(ctx)
		if next == nil {
			return first, counts, false
		}
		counts = player.Counts()
		if source.IsDumps(next.Name) {
			other, err := r.OpenDumps(next.Name)
			if err == nil {
				player = playback.NewPlayer(other, feed, commands, counts)
				continue
			}
			player.Refuse(err)
			continue
		}
		first, err := load(next.Name, next.Seed)
		if err == nil {
			return first, counts, true
		}
		player.Refuse(err)
	}
}

// openOwnExport starts writing the outputs that a scene itself asks for.
func openOwnExport(scene string, outputs []run.Output) (run.Observer, string, error) {
	session, folder, err := export.OpenRequested("", scene, outputs)
	if err != nil {
		return nil, "", err
	}
	return session, folder, nil
}

// openExport starts writing the outputs that a person asks for in the window.
func openExport(outputs []run.Output) (run.Observer, error) {
	for _, o := range outputs {
		if err := outfile.MakeFolder(filepath.Dir(o.Path)); err != nil {
			return nil, err
		}
	}
	session, err := export.Open(outputs, "")
	if err != nil {
		return nil, err
	}
	return session, nil
}

// listScenes returns the built-in scenes for the picker.
func listScenes() ([]ui.Scene, error) {
	list, err := scene.List()
	if err != nil {
		return nil, err
	}
	var out []ui.Scene
	for _, s := range list {
		data, err := scene.Picture(s.Name)
		if err != nil {
			return nil, err
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("picture of %s: %w", s.Name, err)
		}
		out = append(out, ui.Scene{Name: s.Name, Title: s.Title, About: s.About, Picture: picture})
	}
	return out, nil
}

// exports returns the formats for the export panel: for runs, for moments, and for moments from which another
// program goes on.
func exports() (list []ui.ExportFormat) {
	for _, f := range export.Formats {
		list = append(list, ui.ExportFormat{Name: f.Name, About: f.What, Ext: f.Ext})
	}
	for _, f := range export.MomentFormats {
		list = append(list, ui.ExportFormat{Name: strings.TrimPrefix(f.Ext, "."), About: f.What, Ext: f.Ext, Moment: true})
	}
	list = append(list, ui.ExportFormat{Name: stl, About: "the meshes, where they are, as binary STL", Ext: "." + stl,
		Moment: true})
	for _, program := range deck.Programs {
		list = append(list, ui.ExportFormat{Name: program, About: "a folder that goes on from here with " + program +
			" on a cluster", Moment: true, Option: ui.ExportOption{Text: "Restitution for damping",
			About: "Other programs have no damping such as that of the scene. This puts restitution in its place; else a " +
				"scene with damping is refused."}})
	}
	return list
}

func newDrawer(find func(name string) unsafe.Pointer) (ui.Drawer, error) {
	if err := render.LoadFunctions(find); err != nil {
		return nil, err
	}
	r, err := render.New()
	if err != nil {
		return nil, err
	}
	return r, nil
}

func newRecording(path string, width, height int, fps float64, texts [][2]string) (ui.Recording, string, error) {
	w, note, err := video.Open(context.Background(), path, width, height, fps, texts...)
	if err != nil {
		return nil, "", err
	}
	return w, note, nil
}
