package view

import "math"

// Split is how worlds that run beside each other share a picture.
type Split struct {
	Wipe bool    // two worlds lie one over the other, each shown on its side of a line; else side by side
	Line float32 // position of the line between two worlds, as a part of the width
	Top  float32 // room above the names of the worlds [px]
	Side int     // width of a last tile, for the legend of all others, as high as the picture [px]; 0: no such tile
}

// Tile is a part of a picture [px]; X and Y are its upper left corner.
type Tile struct{ X, Y, Width, Height int }

// leastTile is the least width or height of a tile [px].
const leastTile = 16

// Tiles returns the tiles of n worlds. They have equal sizes and lie in rows of up to three, for more than nine
// worlds in rows as long as their number; four lie in two rows. Two tiles share the picture at the line; with a
// wipe both have the size of the whole picture. With Side the last tile is the strip for the legend.
func (b Split) Tiles(n, width, height int) []Tile {
	if b.Side > 0 && n > 1 {
		side := min(b.Side, width-leastTile)
		b.Side = 0
		return append(b.Tiles(n-1, width-side, height), Tile{X: width - side, Width: side, Height: height})
	}
	switch {
	case n == 2 && b.Wipe:
		return []Tile{{0, 0, width, height}, {0, 0, width, height}}
	case n == 2:
		left := b.At(width)
		return []Tile{{0, 0, left, height}, {left, 0, width - left, height}}
	}
	columns := min(n, max(3, int(math.Ceil(math.Sqrt(float64(n))))))
	if n == 4 {
		columns = 2
	}
	rows := (n + columns - 1) / columns
	var list []Tile
	for i := range n {
		x, y := i%columns, i/columns
		t := Tile{X: x * width / columns, Y: y * height / rows}
		t.Width, t.Height = (x+1)*width/columns-t.X, (y+1)*height/rows-t.Y
		list = append(list, t)
	}
	return list
}

// At returns the position of the line in a picture [px]. It leaves each tile at least leastTile.
func (b Split) At(width int) int {
	return max(min(int(b.Line*float32(width)+0.5), width-leastTile), min(leastTile, width/2))
}

// Under returns the index of the tile under a pixel in a picture of n tiles, and the tile.
func (b Split) Under(n, width, height, x, y int) (int, Tile) {
	tiles := b.Tiles(n, width, height)
	if n == 2 {
		if x < b.At(width) {
			return 0, tiles[0]
		}
		return 1, tiles[1]
	}
	for i, t := range tiles {
		if x >= t.X && x < t.X+t.Width && y >= t.Y && y < t.Y+t.Height {
			return i, t
		}
	}
	return 0, tiles[0]
}
