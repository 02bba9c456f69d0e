// What all shaders of one picture share; filled by render/frame.go in this order.
//
// In software each use of a uniform by a fragment costs as much as a dozen operations, and
// an input that is the same for all of a triangle next to nothing (Mesa 22: the driver
// gathers a uniform value for each of the fragments it works on). So where there are many
// fragments the vertex shader hands on what the fragments need.
layout(std140) uniform Frame {
	mat4 viewProj;   // to clip space, y down: pictures hold their top row first
	mat4 lightMap;   // global frame to the light's maps, all three in 0..1
	vec4 eye;        // position [m]; w: 1 for orthographic
	vec4 back;       // unit vector against the viewing direction; w: size of a pixel,
	                 // [m] if orthographic, else [m per m of depth]
	vec4 screen;     // width, height [px], size of marks [1], exposure [1]
	vec4 key;        // unit vector toward the key light
	vec4 top;        // background at the top, sRGB
	vec4 bottom;     // background at the bottom, sRGB
	vec4 ink;        // lines, sRGB
	vec4 paper;      // faces of technical drawings, sRGB
	vec4 maps;       // size of a texel of the depth map [m], one over its resolution,
	                 // range of its depth [m], tangent of the light's half angle
	vec4 focus;      // middle of the scene [m]; w: its radius [m]
	vec4 lens;       // depth buffer from depth d: x + y d if orthographic, else x + y / d
	vec4 strip;      // unit vector toward the strip light
	vec4 cuts[3];    // planes that cut bodies and meshes open: normal toward what is cut away, offset [m]
};

// ahead returns the depth of a point before the eye [m].
float ahead(vec3 p) { return dot(eye.xyz - p, back.xyz); }

// pixelAt returns the size of a pixel at a point [m].
float pixelAt(vec3 p) { return eye.w > 0.5 ? back.w : back.w * max(ahead(p), 1e-6); }

// towardEye returns the unit vector from a point to the eye.
vec3 towardEye(vec3 p) { return eye.w > 0.5 ? back.xyz : normalize(eye.xyz - p); }

// depthOf returns what a point so far ahead would have in the depth buffer.
float depthOf(float depth) { return lens.x + lens.y * (eye.w > 0.5 ? depth : 1.0 / depth); }

// within returns how far within a plane that cuts a point is [m]; negative for what is cut away.
float within(int plane, vec3 p) { return cuts[plane].w - dot(cuts[plane].xyz, p); }

// rimColor is what keeps glyphs apart from what is behind: dark in every theme, as glyphs are bright.
const vec3 rimColor = vec3(0.07, 0.08, 0.09);
