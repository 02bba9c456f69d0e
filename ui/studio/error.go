package studio

import (
	"errors"

	"example.org/tumble/sim/run/batch"
)

// about says which option an error is about; nil stays nil.
func about(option string, err error) error {
	if err == nil {
		return nil
	}
	return &batch.OptionError{Option: option, Err: err}
}

// Errors of options.
var (
	ErrNoEnd   = errors.New("the time at which the video ends must be known") // where the eye moves until then
	ErrNoViews = errors.New("keeps no view")                                  // a scene, of a name
)

// ErrNoGraphics is that a program built without graphics cannot draw.
var ErrNoGraphics = errors.New("this program was built without graphics (tag headless)")
