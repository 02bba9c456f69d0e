// Package woo runs scripts written for Woo (Python, .py) and turns what they build into a
// scene.Spec. Nothing else in the program knows Python.
//
// The scripts are parsed with gpython. They are evaluated here and not by gpython's
// virtual machine, because that one cannot be bounded: it has no limit on steps, a
// recursion without end kills the process, its order of dictionaries is random, and its
// built-in functions open files. The evaluator knows the part of the language that scene
// scripts use, knows no way to the outside but importSTL, and counts every step, so that
// a script cannot hang or kill the program, and an error always names its line.
//
// What the dialect has and what it lacks is written down in DIALECT.md, for people.
package woo
