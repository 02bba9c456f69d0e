package narrow

import (
	"slices"
	"testing"

	"example.org/tumble/sim/internal/shape"
)

// query is the memory of all pairs in these tests: a function must not depend on what others have left in
// it.
var query Query

// contactsOf returns what a pair function finds.
func contactsOf[A, B any](find func(*A, *B, *Query) float64, a A, b B) ([]LineContact, float64) {
	gap := find(&a, &b, query.Reset())
	return slices.Clone(query.Contacts), gap
}

// lineOf returns the only contact of a pair, or the zero contact if there is none.
func lineOf[A, B any](find func(*A, *B, *Query) float64, a A, b B) (c LineContact, gap float64) {
	if gap = find(&a, &b, query.Reset()); len(query.Contacts) > 0 {
		c = query.Contacts[0]
	}
	return c, gap
}

// touchesOf returns the contacts of a pair as points, without their shares and couples.
func touchesOf[A, B any](find func(*A, *B, *Query) float64, a A, b B) (list []Touch, gap float64) {
	gap = find(&a, &b, query.Reset())
	for i := range query.Contacts {
		list = append(list, query.Contacts[i].Touch)
	}
	return list, gap
}

func touchOf[A, B any](find func(*A, *B, *Query) float64, a A, b B) (Touch, float64) {
	c, gap := lineOf(find, a, b)
	return c.Touch, gap
}

// lineOnWall is lineOf for a wall that has begun to push to a side.
func lineOnWall[B any](find func(*shape.Wall, *B, *Query) float64, w shape.Wall, b B, side int) (LineContact, float64) {
	query.Touched, query.Side = true, side
	defer func() { query.Touched = false }()
	return lineOf(find, w, b)
}

func touchOnWall[B any](find func(*shape.Wall, *B, *Query) float64, w shape.Wall, b B, side int) (Touch, float64) {
	c, gap := lineOnWall(find, w, b, side)
	return c.Touch, gap
}

// linesOnMesh is contactsOf for triangles of a surface with a new watch, which has no bounds yet.
func linesOnMesh(find func(*Surface, *shape.Capsule, *Query) float64, s *Surface, triangles []int32,
	c shape.Capsule) ([]LineContact, float64) {
	query.Watch = &Watch{Triangles: triangles}
	gap := find(s, &c, query.Reset())
	return slices.Clone(query.Contacts), gap
}

func touchesOnMesh(s *Surface, triangles []int32, c shape.Capsule) ([]Touch, float64) {
	query.Watch = &Watch{Triangles: triangles}
	return touchesOf(func(_, c *shape.Capsule, q *Query) float64 { return MeshCapsule(s, c, q) }, c, c)
}

// Contract: pair functions append to the list of contacts and do not change the contacts already in it.
func TestPairFunctionsAppend(t *testing.T) {
	a, b := shape.Sphere{Radius: 1}, shape.Sphere{Radius: 1}
	q := Query{}
	for n := range 3 {
		if SphereSphere(&a, &b, &q); len(q.Contacts) != n+1 || q.Contacts[n] != q.Contacts[0] {
			t.Fatalf("after %d calls the contacts are %+v", n+1, q.Contacts)
		}
	}
}
