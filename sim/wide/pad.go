package wide

// Padded returns v with room for n more records behind its end.
func Padded[T any](v []T, n int) []T {
	if cap(v) >= len(v)+n {
		return v
	}
	return append(make([]T, 0, len(v)+n), v...)
}
