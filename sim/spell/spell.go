// Package spell finds the word that a person may have meant, and writes words, numbers and quotations for
// messages.
package spell

import (
	"fmt"
	"strconv"
	"strings"
)

// shown is the number of characters of a text that an error quotes, and mentioned the number of words
// of a list that an error has.
const shown, mentioned = 60, 40

// Quote quotes a text for an error; of a long text, only the beginning.
func Quote(s string) string {
	n := 0
	for i := range s {
		if n++; n > shown {
			return fmt.Sprintf("%s... (%d bytes)", strconv.Quote(s[:i]), len(s))
		}
	}
	return strconv.Quote(s)
}

// List lists words for an error. A long list is cut to the number of words that a person reads.
func List(words []string) string {
	if n := len(words) - mentioned; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:mentioned], ", "), n)
	}
	return strings.Join(words, ", ")
}

// Grouped writes a count with spaces between groups of three digits: 38 099.
func Grouped[N int | int32 | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// Plural returns the word for n things: the singular one or the plural many.
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

// Nearest returns the known word nearest to s, or an empty text if none is near: at most a third of the letters of
// s, and one more, may be wrong.
func Nearest(s string, known []string) string { return Within(s, known, 1+len(s)/3) }

// Within returns the known word nearest to s. It returns an empty text if even this word differs from s by more
// than the given number of wrong letters.
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

// distance is the number of letters to insert, drop, change or swap with their neighbour
// to turn a into b (Damerau, Comm. ACM 7 (1964) 171; letters that were swapped are not
// edited again).
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

// DidYouMean returns " (did you mean NAME?)" for the known name nearest to s, or an empty text if none is near.
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
