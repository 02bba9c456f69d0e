package mesh

import (
	"bytes"
	"testing"
)

// BenchmarkMillion takes a binary STL of a million triangles through each stage.
func BenchmarkMillion(b *testing.B) {
	m := torus(707, 1, 0.3)
	var file bytes.Buffer
	if err := m.WriteSTL(&file); err != nil {
		b.Fatal(err)
	}
	soup, err := readSTL(file.Bytes())
	if err != nil {
		b.Fatal(err)
	}
	stages := []struct {
		name string
		run  func()
	}{
		{"read", func() { _, err = readSTL(file.Bytes()) }},
		{"weld", func() { Weld(soup, DefaultTolerance) }},
		{"topology", func() { NewTopology(m) }},
		{"tree", func() { NewTree(m) }},
	}
	for _, s := range stages {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				s.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(m.Triangles)), "ns/triangle")
		})
	}
}
