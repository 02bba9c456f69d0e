package widget

// Refusals holds, for each field, why its last edit was not taken.
type Refusals struct {
	Why map[string]string
}

func (r *Refusals) Set(key, why string) {
	if r.Why == nil {
		r.Why = map[string]string{}
	}
	r.Why[key] = why
}

func (r *Refusals) Forget(key string) { delete(r.Why, key) }

func (r *Refusals) Clear() { clear(r.Why) }

// Of returns why the last edit of the field was refused, or "".
func (r *Refusals) Of(key string) string { return r.Why[key] }
