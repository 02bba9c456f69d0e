package contact

import (
	"fmt"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
)

// cell is how the contacts of two kinds of shapes are found.
type cell struct {
	find   finder
	line   bool                      // line contacts, which have a Share and an Arm of their own
	kernel wide.Kernel[wide.Touches] // does the same for eight pairs; 0: none
}

// matrix is the pair matrix. The kind whose row it is comes first in the pair.
type matrix [len(shape.Kinds)][len(shape.Kinds)]cell

// nearest finds what touches by the least distance. Empty cells never touch.
var nearest = matrix{
	shape.KindWall: {
		shape.KindSphere:  {find: pair(wall, grownSphere, narrow.WallSphere), kernel: wide.SphereWallsKernel},
		shape.KindCapsule: {find: pair(wall, grownCapsule, narrow.WallCapsule), kernel: wide.CapsuleWallsKernel},
		shape.KindMesh:    {find: pair(wall, grownMesh, narrow.WallMesh)},
	},
	shape.KindMesh: {
		shape.KindSphere:  {find: onMesh(grownHull, narrow.MeshSphere)},
		shape.KindCapsule: {find: onMesh(grownCapsule, narrow.MeshCapsule)},
	},
	shape.KindCylinder: {
		shape.KindSphere:  {find: pair(cylinder, grownSphere, narrow.CylinderSphere)},
		shape.KindCapsule: {find: pair(cylinder, grownCapsule, narrow.CylinderCapsule)},
		shape.KindMesh:    {find: pair(cylinder, grownMesh, narrow.CylinderMesh)},
	},
	shape.KindSphere: {
		shape.KindSphere:  {find: pair(sphere, grownSphere, narrow.SphereSphere), kernel: wide.SpheresKernel},
		shape.KindCapsule: {find: pair(sphere, grownCapsule, narrow.SphereCapsule)},
	},
	shape.KindCapsule: {
		shape.KindCapsule: {find: pair(capsule, grownCapsule, narrow.CapsuleCapsule), kernel: wide.CapsulesKernel},
	},
}

// CapsuleRule is a way to make contacts of the overlap of capsules, as setting.CapsuleRules describes it.
type CapsuleRule struct {
	Name   string
	others matrix // cells that are not those of nearest; they find contacts where those do
}

// CapsuleRules lists the rules a scene can choose from, in the order of setting.CapsuleRules; the first is the default.
var CapsuleRules = []CapsuleRule{
	{Name: "documented"},
	{
		Name: "integral",
		others: matrix{
			shape.KindWall:     {shape.KindCapsule: {pair(wall, grownCapsule, narrow.WallCapsuleIntegral), true, 0}},
			shape.KindMesh:     {shape.KindCapsule: {onMesh(grownCapsule, narrow.MeshCapsuleIntegral), true, 0}},
			shape.KindCylinder: {shape.KindCapsule: {pair(cylinder, grownCapsule, narrow.CylinderCapsuleIntegral), true, 0}},
			shape.KindSphere:   {shape.KindCapsule: {pair(sphere, grownCapsule, narrow.SphereCapsuleIntegral), true, 0}},
			shape.KindCapsule: {shape.KindCapsule: {pair(capsule, grownCapsule, narrow.CapsuleCapsuleIntegral), true,
				wide.LineContactsKernel}},
		},
	},
}

// cell returns how the rule finds the contacts of two kinds.
func (r *CapsuleRule) cell(a, b shape.Kind) cell {
	if c := r.others[a][b]; c.find != nil {
		return c
	}
	return nearest[a][b]
}

// RuleByName returns the rule of that name.
//
// Errors: there is none.
func RuleByName(name string) (*CapsuleRule, error) {
	for i := range CapsuleRules {
		if CapsuleRules[i].Name == name {
			return &CapsuleRules[i], nil
		}
	}
	return nil, fmt.Errorf("contact: there is no capsule rule %q", name)
}

// SetRule makes one list for each cell of the rule's matrix that is not empty. Histories
// of contacts stay: a rule only changes what comes next.
func (set *Set) SetRule(name string) {
	rule, err := RuleByName(name)
	if err != nil {
		panic("contact: capsule rule was not checked")
	}
	old := set.Lists
	set.rule, set.Lists = name, nil
	for a := range shape.Kinds {
		for b := range shape.Kinds {
			l := set.NewList(shape.Kind(a), shape.Kind(b))
			if l.cell = rule.cell(l.KindA, l.KindB); l.find == nil {
				continue
			}
			for i := range old {
				if old[i].KindA == l.KindA && old[i].KindB == l.KindB {
					l.Chunks, l.central = old[i].Chunks, old[i].central
				}
			}
			set.Lists = append(set.Lists, l)
		}
	}
}
