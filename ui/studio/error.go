package studio

import (
	"errors"

	"example.org/tumble/sim/run/batch"
)

// about adds to an error the option that it concerns; nil stays nil.
func about(option string, err error) error {
	if err == nil {
		return nil
	}
	return &batch.OptionError{Option: option, Err: err}
}

// Errors of options.
var (
	ErrNoEnd   = errors.New("the time at which the video ends must be known") // needed if the eye moves until the end
	ErrNoViews = errors.New("keeps no view")                                  // between the names of scene and view
)

// ErrNoGraphics says that a program without graphics cannot draw.
var ErrNoGraphics = errors.New("this program was built without graphics (tag headless)")
