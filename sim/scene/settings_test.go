package scene

import (
	"testing"

	"example.org/tumble/sim/setting"
)

// Contract: a scene has a key for every setting, and what it says is what its world gets, and back.
func TestEverySettingHasAKey(t *testing.T) {
	for i := range setting.Table {
		row := &setting.Table[i]
		t.Run(row.Key, func(t *testing.T) {
			v := setting.Value{Numbers: [3]float64{2}}
			if row.IsVector() {
				v.Numbers = [3]float64{1, 2, 3}
			} else if row.IsWord() {
				list := row.Choices()
				v = setting.Word(list[len(list)-1].Name)
			}
			var s Spec
			s.putSetting(row, v)
			if p := s.params(0, 0); s.settingValue(row) != v || row.Value(&p) != v {
				t.Errorf("got %v and %v, want %v", s.settingValue(row), row.Value(&p), v)
			}
		})
	}
}
