package cli

import (
	"io"
	"path/filepath"
	"strings"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/spell"
)

// outputName returns the file name for the result of a command: the name that was asked for, otherwise the name of
// the scene with the extension.
func outputName(asked, scene, extension string) (string, error) {
	if asked == "" {
		base := filepath.Base(scene)
		if scene == input.Standard {
			base = "scene"
		}
		return strings.TrimSuffix(base, filepath.Ext(base)) + extension, nil
	}
	return asked, nil
}

// printJSON writes one value as JSON, indented.
func printJSON(w io.Writer, value any) error { return spell.JSON(w, value) }
