package widget

// Refusals holds, for each field, why its last edit was not made. The zero value holds none.
type Refusals struct {
	why map[string]string
}

// Set notes why an edit of the field with a key was not made.
func (r *Refusals) Set(key, why string) {
	if r.why == nil {
		r.why = map[string]string{}
	}
	r.why[key] = why
}

// Forget forgets why an edit of a field was not made, if one was not.
func (r *Refusals) Forget(key string) { delete(r.why, key) }

// Clear forgets all refusals.
func (r *Refusals) Clear() { clear(r.why) }

// Len returns for how many fields there is a refusal.
func (r *Refusals) Len() int { return len(r.why) }

// Of returns why the last edit of the field was refused, or "".
func (r *Refusals) Of(key string) string { return r.why[key] }
