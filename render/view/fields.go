package view

// Fields is a set of fields of a View. It names the fields that a person has chosen, which the hint of a scene,
// remembered settings and saved views must not change.
type Fields uint16

// Each field of a set.
const (
	FieldCamera Fields = 1 << iota
	FieldOrtho         // Camera.Ortho
	FieldOverlays
	FieldMarks
	FieldStyle
	FieldQuality
	FieldTheme
	FieldColorBy
	FieldColorMap
	FieldColorScale
	FieldSlice
)

// Has reports whether all fields of another set are in this one.
func (f Fields) Has(other Fields) bool { return f&other == other }
