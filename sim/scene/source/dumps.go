package source

import (
	"fmt"
	"os"
	"path/filepath"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/scene"
)

// IsDumps reports whether a name means the dumps of another program's run. The name of a built-in scene does not,
// even if a folder has the same name: ./bottle is the folder.
func IsDumps(name string) bool { return playback.Is(name) && !scene.IsBuiltIn(name) }

// Dumps reads the index of the dumps of LAMMPS or LIGGGHTS. timeStep is the time step of their run [s], for dumps
// that do not give their times; 0: the dumps give them. A folder that "tumble export" wrote also names its scene.
func Dumps(name string, timeStep float64) (*playback.Run, error) {
	stage, err := stageOf(name)
	if err != nil {
		return nil, err
	}
	return playback.Open(name, playback.Options{TimeStep: timeStep, Stage: stage})
}

// stageOf returns the stage of the dumps of an exported scene, nil for other dumps.
func stageOf(folder string) (*playback.Stage, error) {
	if _, err := os.Stat(filepath.Join(folder, deck.RecordName)); err != nil {
		return nil, nil
	}
	record, err := deck.ReadRecord(folder)
	if err != nil {
		return nil, err
	}
	sc, err := Load(filepath.Join(folder, record.Scene), scene.Options{})
	if err != nil {
		return nil, fmt.Errorf("the scene that %s was exported from: %w", folder, err)
	}
	defer sc.World.Close()
	return playback.NewStage(&playback.Exported{Folder: folder, Record: record, Title: sc.Title, View: sc.View,
		World: sc.World, Plan: sc.World.Plan()})
}
