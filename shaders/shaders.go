// Package shaders holds the GLSL sources of the renderer, for OpenGL 4.1.
//
// A .glsl file holds functions that several shaders share; a line
//
//	#include "name.glsl"
//
// in a shader is replaced by its text. Colours are linear where light is added up and sRGB
// where they are written.
package shaders

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.vert *.frag *.glsl
var files embed.FS

// Text returns the source of a shader, with its version line, the given macros defined
// and its includes put in. Line numbers of the driver's messages count within the file
// whose number, in the order of inclusion from 0, comes with them.
func Text(name string, macros ...string) (string, error) {
	return text("#version 410 core\n", name, macros)
}

// WebText returns the source of a shader for WebGL 2 (GLSL ES 3.00), without its version line. What
// WebGL lacks is left out: planes that cut. Where glass needs a second output, macros must choose a
// variant that has one.
func WebText(name string, macros ...string) (string, error) {
	all, err := text("precision highp float;\nprecision highp int;\nprecision highp sampler2DShadow;\n", name, macros)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for line := range strings.Lines(all) {
		if !strings.HasPrefix(line, "#line") && !strings.Contains(line, "gl_ClipDistance") {
			b.WriteString(line)
		}
	}
	return b.String(), nil
}

func text(head, name string, macros []string) (string, error) {
	var b strings.Builder
	b.WriteString(head)
	for _, m := range macros {
		fmt.Fprintf(&b, "#define %s\n", m)
	}
	count := 0
	if err := include(&b, name, &count); err != nil {
		return "", err
	}
	return b.String(), nil
}

func include(b *strings.Builder, name string, count *int) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("shaders: include: no file named %q", name)
	}
	number := *count
	*count++
	fmt.Fprintf(b, "#line 1 %d\n", number)
	for i, line := range strings.Split(string(text), "\n") {
		if other, ok := strings.CutPrefix(line, "#include "); ok {
			if err := include(b, strings.Trim(other, "\" \r"), count); err != nil {
				return err
			}
			fmt.Fprintf(b, "#line %d %d\n", i+2, number)
			continue
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return nil
}
