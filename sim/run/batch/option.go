package batch

// OptionError says that the value of an option is not possible. The caller knows where the value was
// chosen: by which flag, or in which field.
type OptionError struct {
	Option string // name of the option in the options of the work, in small letters
	Err    error
	File   bool // the option is possible, but the file that it names cannot be read
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }

func (e *OptionError) Unwrap() error { return e.Err }
