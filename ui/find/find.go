// Package find ranks rows for a search text that a person types. It finds the rows that contain all words of the
// search, also if words are shortened or have a wrong letter.
package find

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The ways in which a text may contain a word of a search, best first.
const (
	whole   = iota // the text is the word
	begins         // the text begins with the word
	within         // a word of the text begins with the word
	inside         // the text contains the word somewhere
	letters        // the text has the letters in order: "cbs" in "Colour by speed", "frctn" in "Friction"
	nearly         // a word of the text begins with the word, except for one letter
	nowhere
)

// fuzzy is the least length of words that may have a wrong letter [letters].
const fuzzy = 4

// Order returns the indices of the rows that a search finds, best first; equally good rows keep their order. There
// are n rows; texts returns the texts of row i, the most important text first. Only in the first text may the
// words be shortened or have a wrong letter. An empty search finds all rows.
func Order(n int, search string, texts func(i int) []string) []int {
	type hit struct{ row, cost int }
	var hits []hit
	search = strings.ToLower(strings.TrimSpace(search))
	words := strings.Fields(search)
	for i := range n {
		if cost, ok := costOf(search, words, texts(i)); ok {
			hits = append(hits, hit{i, cost})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.cost, b.cost) })
	rows := make([]int, len(hits))
	for i := range hits {
		rows[i] = hits[i].row
	}
	return rows
}

// costOf returns how far texts are from a search, and whether they contain all words of the search. The words may
// be in different texts; a text that contains the whole search as typed is nearer.
func costOf(search string, words, texts []string) (cost int, ok bool) {
	const other = 2 * nowhere // added for each text before
	least := make([]int, len(words))
	for k := range least {
		least[k] = -1
	}
	phrase := -1
	for i, text := range texts {
		text = strings.ToLower(text)
		if way := wayOf(text, search, false); way < nowhere && phrase < 0 {
			phrase = i*other + way
		}
		for k, word := range words {
			way := wayOf(text, word, i == 0)
			if way == nowhere {
				continue
			}
			if c := i*other + way + 1; least[k] < 0 || c < least[k] {
				least[k] = c
			}
		}
	}
	for _, c := range least {
		if c < 0 {
			return 0, false
		}
		cost += c
	}
	if phrase >= 0 {
		cost = min(cost, phrase)
	}
	return cost, true
}

// wayOf returns the way in which a text contains a word; both are in lower case.
func wayOf(text, word string, loose bool) int {
	switch at := strings.Index(text, word); {
	case text == word:
		return whole
	case at == 0:
		return begins
	case at > 0 && startsWord(text, at):
		return within
	case at > 0:
		for next := at; next >= 0; { // the word may occur again later, at the beginning of a word
			if startsWord(text, at) {
				return within
			}
			if next = strings.Index(text[at+1:], word); next >= 0 {
				at += 1 + next
			}
		}
		if utf8.RuneCountInString(word) < 2 { // nearly every text contains a given letter
			return nowhere
		}
		return inside
	case !loose || utf8.RuneCountInString(word) < 2:
		return nowhere
	case hasLetters(text, word):
		return letters
	case utf8.RuneCountInString(word) >= fuzzy && hasNearly(text, word):
		return nearly
	}
	return nowhere
}

// startsWord reports whether a word of a text begins at byte at.
func startsWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return at == 0 || !inWord(before)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// hasLetters reports whether a text has the letters of a word in order: the first letter begins a word of the
// text, and each other letter is in the same word as the letter before or begins a word.
func hasLetters(text, word string) bool {
	t, w := []rune(text), []rune(word)
	starts := func(i int) bool { return i == 0 || !inWord(t[i-1]) }
	var from func(i, k int, same bool) bool
	from = func(i, k int, same bool) bool { // same: no word has ended since the last letter that was found
		if k == len(w) {
			return true
		}
		for ; i < len(t); i++ {
			same = same && inWord(t[i])
			if t[i] == w[k] && (same || starts(i)) && from(i+1, k+1, true) {
				return true
			}
		}
		return false
	}
	return from(0, 0, false)
}

// hasNearly reports whether a word of the text begins with the given word, if one letter too many, missing or
// wrong, or one swap of two letters is allowed. The first letters must be equal.
func hasNearly(text, word string) bool {
	w := []rune(word)
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return !inWord(r) }) {
		f := []rune(field)
		if f[0] != w[0] {
			continue
		}
		k := 0 // number of equal letters at the beginning
		for k < min(len(f), len(w)) && f[k] == w[k] {
			k++
		}
		begins := func(f, w []rune) bool { return len(f) >= len(w) && slices.Equal(f[:len(w)], w) }
		rest := func(s []rune, n int) []rune { return s[min(k+n, len(s)):] }
		swapped := k+1 < min(len(f), len(w)) && f[k] == w[k+1] && f[k+1] == w[k]
		if begins(rest(f, 1), rest(w, 1)) || begins(rest(f, 0), rest(w, 1)) || begins(rest(f, 1), rest(w, 0)) ||
			swapped && begins(rest(f, 2), rest(w, 2)) {
			return true
		}
	}
	return false
}
