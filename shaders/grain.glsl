// grain is half a step of noise, which hides the steps of a dark gradient.
float grain() { return (fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5) / 255.0; }
