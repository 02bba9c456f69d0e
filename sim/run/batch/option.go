package batch

// OptionError is that what was chosen for an option cannot be had. Whoever asked knows where it was chosen: behind
// which flag, in which field.
type OptionError struct {
	Option string // of the options of the work, in small letters
	Err    error
	File   bool // the option can be had, but the file that it names cannot be read
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }

func (e *OptionError) Unwrap() error { return e.Err }
