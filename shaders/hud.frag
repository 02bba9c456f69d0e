uniform sampler2D atlas;
in vec2 uv;
in vec4 fColor;
out vec4 color;

void main() { color = vec4(fColor.rgb, fColor.a * texture(atlas, uv).r); }
