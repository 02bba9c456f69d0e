package view

// Fields is a set of fields of a View: of those that a person has chosen, which what a scene wishes, or what was kept
// of another time, leaves as they are.
type Fields uint16

// Each field of a set.
const (
	FieldCamera Fields = 1 << iota
	FieldOrtho         // of the camera
	FieldOverlays
	FieldMarks
	FieldStyle
	FieldQuality
	FieldTheme
	FieldColorBy
	FieldColorMap
	FieldColorScale
)

// Has reports whether all fields of another set are in this one.
func (f Fields) Has(other Fields) bool { return f&other == other }
