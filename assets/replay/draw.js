// Makes what three.js draws: materials of the program's own shaders, quads and meshes. THREE is the library.

// ofQuads makes a shader that counts corners and instances count those of one list of quads: drawing in software
// takes far longer for an instance than for a quad.
function ofQuads(text) {
	if (!text.includes("gl_VertexID")) return text;
	return text.replaceAll("gl_VertexID", "(gl_VertexID & 3)").replaceAll("gl_InstanceID", "(gl_VertexID >> 2)");
}

// Draw keeps the block of numbers that all shaders share, as frame.glsl has it, and makes objects.
export class Draw {
	constructor(THREE, shaders) {
		this.THREE = THREE;
		this.shaders = shaders;
		this.block = new THREE.UniformsGroup();
		this.block.setName("Frame");
		this.frame = {};
		const add = (name, value) => this.block.add((this.frame[name] = new THREE.Uniform(value)));
		add("viewProj", new THREE.Matrix4());
		add("lightMap", new THREE.Matrix4());
		for (const name of ["eye", "back", "screen", "key", "top", "bottom", "ink", "paper", "maps", "focus", "lens",
			"strip"]) add(name, new THREE.Vector4());
		this.block.add([0, 1, 2].map(() => new THREE.Uniform(new THREE.Vector4(0, 0, 0, 1)))); // planes that cut: none
	}

	// set gives a number of the block a value: a matrix, or up to four numbers.
	set(name, ...values) {
		const v = this.frame[name].value;
		if (v.isMatrix4) v.fromArray(values[0]);
		else v.set(values[0], values[1], values[2] ?? 0, values[3] ?? 0);
	}

	// material returns the shader of a name. How it joins what is there: replace, over, multiply, add.
	material(name, blend, { test = false, write = false, side = "DoubleSide" } = {}, uniforms = {}) {
		const T = this.THREE, [vertices, fragmentShader] = this.shaders[name], vertexShader = ofQuads(vertices);
		const values = {};
		for (const [key, value] of Object.entries(uniforms)) values[key] = { value };
		const m = new T.RawShaderMaterial({ name, vertexShader, fragmentShader, glslVersion: T.GLSL3, uniforms: values,
			depthTest: test, depthWrite: write, side: T[side], colorWrite: /\bout vec4 /.test(fragmentShader) });
		if ((vertexShader + fragmentShader).includes("uniform Frame")) m.uniformsGroups = [this.block];
		const factors = {
			over: [T.SrcAlphaFactor, T.OneMinusSrcAlphaFactor], multiply: [T.ZeroFactor, T.SrcColorFactor],
			add: [T.OneFactor, T.OneFactor],
		}[blend];
		m.blending = T.NoBlending;
		if (factors) {
			m.blending = T.CustomBlending;
			[m.blendSrc, m.blendDst] = factors;
			if (blend === "over") [m.blendSrcAlpha, m.blendDstAlpha] = [T.OneFactor, T.OneMinusSrcAlphaFactor];
		}
		return m;
	}

	object(geometry, material) {
		const o = new this.THREE.Mesh(geometry, material);
		o.frustumCulled = false;
		o.matrixAutoUpdate = false;
		return o;
	}

	// quads returns the geometry of quads whose corners the shaders count. Attributes are name to array and how many
	// numbers a quad has; the arrays stay in rows, for show to hand over.
	quads(count, attributes = {}) {
		const T = this.THREE, g = new T.BufferGeometry(), lists = Object.values(attributes);
		const most = lists.length > 0 ? lists[0][0].length / lists[0][1] : count, corners = new Uint32Array(6 * most);
		for (let i = 0; i < most; i++) corners.set([0, 1, 2, 2, 1, 3].map((k) => 4 * i + k), 6 * i);
		g.setIndex(new T.BufferAttribute(corners, 1));
		g.rows = {};
		for (const [name, [array, size]] of Object.entries(attributes)) {
			g.rows[name] = array;
			const a = new T.BufferAttribute(new array.constructor(4 * array.length), size, !(array instanceof Float32Array));
			a.setUsage(T.DynamicDrawUsage);
			g.setAttribute(name, a);
		}
		this.show(g, count);
		return g;
	}

	// show hands the first quads' rows to the graphics, once for each corner.
	show(g, count) {
		for (const [name, row] of Object.entries(g.rows)) {
			const a = g.attributes[name], words = (x) => (x instanceof Float32Array ? x : new Uint32Array(x.buffer));
			const size = row instanceof Float32Array ? a.itemSize : 1, from = words(row), to = words(a.array);
			for (let i = 0, n = 0; i < count * size; i += size) {
				for (let corner = 0; corner < 4; corner++) for (let k = 0; k < size; k++) to[n++] = from[i + k];
			}
			a.clearUpdateRanges();
			a.addUpdateRange(0, 4 * a.itemSize * count);
			a.needsUpdate = count > 0;
		}
		g.setDrawRange(0, 6 * count);
	}

	// triangle returns the geometry of one triangle over the whole picture.
	triangle() {
		const g = new this.THREE.BufferGeometry();
		g.setIndex([0, 1, 2]);
		return g;
	}

	// surface returns the geometry of a mesh, drawn so many times.
	surface(s, times) {
		const T = this.THREE, g = times > 1 ? new T.InstancedBufferGeometry() : new T.BufferGeometry();
		if (times > 1) g.instanceCount = times;
		g.setIndex(new T.BufferAttribute(new Uint32Array(s.indices), 1));
		g.setAttribute("position", new T.BufferAttribute(new Float32Array(s.positions), 3));
		g.setAttribute("normal", new T.BufferAttribute(new Float32Array(s.normals), 3));
		return g;
	}

	// target returns a picture to draw into; with depth alone it is a map that shaders compare with.
	target(size, depth) {
		const T = this.THREE, t = new T.WebGLRenderTarget(size, size, { depthBuffer: depth, minFilter: T.LinearFilter,
			magFilter: T.LinearFilter });
		if (depth) {
			t.depthTexture = new T.DepthTexture(size, size, T.UnsignedIntType);
			t.depthTexture.compareFunction = T.LessEqualCompare;
			t.depthTexture.minFilter = t.depthTexture.magFilter = T.LinearFilter;
		}
		return t;
	}
}
