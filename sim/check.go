package sim

// DeepestPair names the two bodies of the deepest contact of the last step; see MaxOverlapRatio.
func (w *World) DeepestPair() string { return w.contacts.Overlapping(w.contacts.Deepest) }
