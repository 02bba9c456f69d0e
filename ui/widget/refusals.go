package widget

// Refusals holds, for each field, why its last edit was refused. The zero value holds no refusals.
type Refusals struct {
	why map[string]string
}

// Set records why an edit of the field with a key was refused.
func (r *Refusals) Set(key, why string) {
	if r.why == nil {
		r.why = map[string]string{}
	}
	r.why[key] = why
}

// Forget removes the refusal of a field, if there is one.
func (r *Refusals) Forget(key string) { delete(r.why, key) }

// Clear removes all refusals.
func (r *Refusals) Clear() { clear(r.why) }

// Len returns the number of fields with a refusal.
func (r *Refusals) Len() int { return len(r.why) }

// Of returns why the last edit of the field was refused, or "".
func (r *Refusals) Of(key string) string { return r.why[key] }
