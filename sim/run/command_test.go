package run

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// everyCommand has a value of every kind of command.
var everyCommand = []bridge.Command{
	bridge.Pause{}, bridge.Resume{}, bridge.StepOnce{}, bridge.RunToEvent{}, bridge.SetSpeed{}, bridge.Reset{},
	bridge.LoadScene{}, bridge.Undo{}, bridge.Redo{}, bridge.TryEdits{}, bridge.MakeTried{}, bridge.DropTried{},
	bridge.Seek{}, bridge.SeekTime{}, bridge.StepBack{}, bridge.ChooseTrack{}, bridge.NameTrack{}, bridge.DropTrack{},
	bridge.SetHistoryBudget{}, bridge.SetLoop{}, bridge.SetSlow{},
	bridge.BeginTwin{}, bridge.ChooseTwin{}, bridge.EndTwin{}, bridge.SetDivergenceBound{},
	bridge.SetWanted{}, bridge.SetBreakpoints{}, bridge.SetPlane{}, bridge.SetRegions{}, bridge.SetSurfaces{},
	bridge.SetPlanes{}, bridge.SetSlice{},
	bridge.ReadPast{}, bridge.SaveView{},
	bridge.StartRecording{}, bridge.StopRecording{}, bridge.StartExport{}, bridge.StopExport{}, bridge.AllowExport{},
	bridge.SaveScene{}, bridge.SaveRun{}, bridge.GiveRun{}, bridge.SaveSeries{},
	bridge.Set{}, bridge.SetMaterial{}, bridge.SetMotionKey{}, bridge.AddMotionKey{}, bridge.RemoveMotionKey{},
	bridge.SetInlet{}, bridge.SetServo{}, bridge.SetForce{}, bridge.SetJoint{}, bridge.SetSeed{},
	bridge.SetVelocity{},
	bridge.AddBodies{}, bridge.RemoveBodies{}, bridge.Impose{}, bridge.Push{}, bridge.Grab{}, bridge.Release{},
}

// Contract: every command is carried out. TestCommandsAreComplete of package sim finds one that is not listed.
func TestEveryCommandIsCarriedOut(t *testing.T) {
	for _, c := range everyCommand {
		r := atRest(t)
		r.apply(c) // panics where it does not know the command
	}
}
