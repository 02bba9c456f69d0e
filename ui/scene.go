package ui

import (
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/widget"
)

// scene is the loaded scene, and the seed for loading the next one.
type scene struct {
	*shared
	initial initialValues
	seed    uint64
	leaving func() // called before a scene is loaded, while the present run still exists
}

// initialValues holds the initial values of the scene: the numbers of its file and of --set.
type initialValues struct {
	params    setting.Params
	materials []bridge.Material
	loading   uint64 // Snapshot.Applied of the last command to load a scene; 0: none is on its way
}

// begin notes the initial values of a scene. A reset keeps edits, so only the first snapshot after loading has the
// initial values.
func (sc *scene) begin(s *bridge.Snapshot, first bool) {
	b := &sc.initial
	if b.loading > 0 && s.Applied >= b.loading {
		first, b.loading = first || s.Revision != sc.revision, 0
	}
	if first {
		b.params, b.materials = s.Params, slices.Clone(s.Materials)
	}
}

// material returns the initial value of a number of material i, nil if it is not known.
func (b *initialValues) material(i int, name string, f law.Field) *float64 {
	if i >= len(b.materials) || b.materials[i].Name != name {
		return nil
	}
	return f.Of(&b.materials[i].Law)
}

// load loads a scene in place of the present one, or the present one anew with another seed.
func (sc *scene) load(name string) {
	sc.leaving()
	sc.initial.loading = sc.send(bridge.LoadScene{Name: name, Seed: sc.seed})
}

// seedRow shows the field for the seed and the button that starts the scene anew.
func (sc *scene) seedRow(u *widget.Context) {
	w := u.Label("Seed", "Seed of the random streams. The same scene, seed and edits give the same result, bit for bit.")
	b := u.Px(86)
	f := widget.Field{Key: "seed", Scale: widget.Scale{Lo: 0, Hi: 100}, Round: true,
		Help: "Drag or click to type a whole number, then press Restart."}
	if v, ok := u.Number(f, float64(sc.seed), w-b-u.Px(6)); ok {
		if v < 0 || v > 1<<53 || math.IsNaN(v) {
			sc.refuse.Set("seed", "seed must be ≥ 0 and ≤ 2⁵³")
		} else {
			sc.refuse.Forget("seed")
			sc.seed = uint64(v)
		}
	}
	imgui.SameLineV(0, u.Px(6))
	if sc.twins() {
		if u.Button("reseed", "Set", "", b, u.RowHeight(), sc.seed != sc.snap.Seed) {
			sc.send(bridge.SetSeed{Seed: sc.seed})
		}
		u.Tip("The random streams of the world that is edited begin anew with this seed.")
		u.Refusal("seed")
		return
	}
	if u.Button("restart", "Restart", "", b, u.RowHeight(), sc.seed != sc.snap.Seed) {
		sc.load(sc.snap.Scene)
	}
	u.Tip("Load the scene anew with this seed. Edits are lost; Reset keeps them.")
	u.Refusal("seed")
}
