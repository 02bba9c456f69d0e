// What takes the place of a colour where things are told apart: the number of a thing, in four
// bytes; with MASK, for outlines, in the first one, and in the second whether it is seen in the
// picture at this depth or lies behind something.
#ifdef MASK
uniform sampler2DShadow scene; // depth of the picture

vec4 identity(vec4 number, float depth) {
	float seen = texture(scene, vec3(gl_FragCoord.xy / screen.xy, depth - 4e-6));
	return vec4(number.x, seen, 0.0, 1.0);
}
#else
vec4 identity(vec4 number, float depth) { return number; }
#endif
