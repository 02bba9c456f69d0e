// Package spell finds the word that a person may have meant, and quotes what was written.
package spell

import (
	"fmt"
	"strconv"
	"strings"
)

// shown is how many characters of a text an error quotes, and mentioned how many words of a
// list.
const shown, mentioned = 60, 40

// Quote quotes a text for an error, a long one in part.
func Quote(s string) string {
	n := 0
	for i := range s {
		if n++; n > shown {
			return fmt.Sprintf("%s... (%d bytes)", strconv.Quote(s[:i]), len(s))
		}
	}
	return strconv.Quote(s)
}

// List lists words for an error, as many as a person reads.
func List(words []string) string {
	if n := len(words) - mentioned; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:mentioned], ", "), n)
	}
	return strings.Join(words, ", ")
}

// Grouped writes a count with its thousands set apart: 38 099.
func Grouped[N int | int32 | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// Plural returns the word for so many things.
func Plural[N int | int32 | int64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count writes a number of things in words: 1 body, 31 030 bodies.
func Count[N int | int32 | int64](n N, one, many string) string {
	return Grouped(n) + " " + Plural(n, one, many)
}

// Nearest returns the known word nearest to s, or nothing where none is near: at most one
// letter in three is wrong, and one more.
func Nearest(s string, known []string) string { return Within(s, known, 1+len(s)/3) }

// Within returns the known word nearest to s, or nothing where more than so many letters are wrong in all.
func Within(s string, known []string, wrong int) string {
	best, found := wrong, ""
	for _, k := range known {
		if len(s)-len(k) > best || len(k)-len(s) > best {
			continue
		}
		if d := distance(strings.ToLower(s), strings.ToLower(k)); d <= best && (found == "" || d < best) {
			best, found = d, k
		}
	}
	return found
}

// distance is the number of letters to insert, drop, change or swap with their
// neighbour to turn a into b (Damerau, Comm. ACM 7 (1964) 171, without a second edit of
// what was swapped).
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// DidYouMean returns " (did you mean NAME?)" for the known name nearest to s, or nothing if none is near.
func DidYouMean(s string, known []string) string {
	if found := Nearest(s, known); found != "" {
		return fmt.Sprintf(" (did you mean %s?)", found)
	}
	return ""
}

// Time writes a time [s] with four digits and the unit that suits it.
func Time(seconds float64) string {
	switch {
	case seconds == 0:
		return "0 s"
	case seconds < 1e-3:
		return fmt.Sprintf("%.4g µs", seconds*1e6)
	case seconds < 0.1:
		return fmt.Sprintf("%.4g ms", seconds*1e3)
	}
	return fmt.Sprintf("%.4g s", seconds)
}
