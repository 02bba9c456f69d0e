import { add, clamp, cross, dot, moved, norm, scale, sub, unit } from "./vector.js";
import { bytes, grey, keyLight, keyTangent, opacity, rgba, sliceOpacity, speedColor, themes } from "./look.js";
import { measureTint, tones } from "./look.js";
import { edgesOf, surfaceOf } from "./surface.js";
import { Stage, contents, floorOf, lightMap, niceAbove, sheetOf, veiled } from "./sheet.js";
import { occlude } from "./occlusion.js";
import { arrowsOf, roundUp, strongest } from "./forces.js";
import { Draw } from "./draw.js";
// Draws a moment of a run as the program's own renderer does, in its order.

const cells = 24; // along each side of a wall, as shaders need them
const softParts = 5; // of the light's disc, whose shadows of a mesh lie over each other
const mostOccluded = 4000; // capsules up to which the hidden sky is computed for each picture
const tubeStrips = 96; // of which a tube is made

const key = unit(keyLight), lightX = unit(cross([0, 1, 0], key)), lightY = cross(key, lightX);

// discPoint returns the direction toward the i-th of n points spread over the light's disc.
function discPoint(i, n) {
	const r = Math.sqrt((i + 0.5) / n) * keyTangent, a = 2.399963 * i;
	return unit(add(add(key, scale(lightX, r * Math.cos(a))), scale(lightY, r * Math.sin(a))));
}

// lineScale returns how wide lines and texts are in a picture of so many rows, beside those of a small window.
function lineScale(rows, ratio) {
	return Math.max(1, Math.floor((rows / 900) * 4) / 4, Math.min(ratio, 2) * 0.75);
}

export class Picture {
	// software tells that no graphics processor draws: smaller maps of shadows then.
	constructor(THREE, shaders, canvas, run, software) {
		Object.assign(this, { THREE, run, software, stage: new Stage(), reach: new Stage(), pool: {}, strongest: 0 });
		this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !software, alpha: false });
		this.renderer.autoClear = false;
		this.renderer.sortObjects = false;
		this.make = new Draw(THREE, shaders);
		this.scene = new THREE.Scene();
		this.scene.matrixWorldAutoUpdate = false;
		this.eye = new THREE.Camera();
		const d = this.make, maps = software ? [512, 256] : [2048, 1024];
		this.resolution = maps[0];
		this.depth = d.target(maps[0], true);
		this.veil = d.target(160, false);
		this.shade = d.target(maps[1], false);
		this.meshes = run.meshes.map((m) => {
			const s = surfaceOf(m), edges = edgesOf(m);
			const list = (read) => new Float32Array(edges.flatMap(read));
			return { plain: d.surface(s, 1), soft: d.surface(s, softParts), rims: d.quads(edges.length, {
				from: [list((e) => [...e.from, e.marked ? 1 : 0]), 4], to: [list((e) => [...e.to, 0]), 4],
				normalA: [list((e) => e.a), 3], normalB: [list((e) => e.b), 3],
			}) };
		});
		this.capsules = this.capsuleObjects(Math.max(run.most, 1));
		this.ghosts = null;
		this.arrows = this.outline = this.flow = null;
	}

	// show has the moments of another run drawn, which has the same meshes.
	show(run) {
		if (run.most > this.capsules.order.length) {
			this.capsules.geometry.dispose();
			this.capsules = this.capsuleObjects(run.most);
		}
		this.run = run;
	}

	// capsuleObjects makes what draws spheres and capsules, all from the same numbers.
	capsuleObjects(most) {
		const d = this.make, a = {
			centerHalf: [new Float32Array(4 * most), 4], axisRadius: [new Float32Array(4 * most), 4],
			colorA: [new Uint8Array(4 * most), 4], colorB: [new Uint8Array(4 * most), 4],
			shadeA: [new Int8Array(4 * most), 4], shadeB: [new Int8Array(4 * most), 4],
		};
		const geometry = d.quads(0, a);
		const make = (name, blend, state, u) => d.object(geometry, d.material(name, blend, state, u));
		const solid = { test: true, write: true };
		return { geometry, order: new Int32Array(most), far: new Float32Array(most),
			plain: make("capsule", "over", solid, { depthMap: this.depth.depthTexture }), data: make("data", "over", solid),
			depth: make("capsuleDepth", "replace", solid), soft: make("capsuleShadow", "multiply", {}, { level: 0 }),
			foot: make("foot", "multiply", {}, { level: 0 }) };
	}

	// pooled returns the n-th object of a name, made when it is first asked for; objects differ in their numbers.
	pooled(name, n, make) {
		const list = (this.pool[name] ??= []);
		while (list.length <= n) list.push(make());
		return list[n];
	}

	resize(width, height, ratio) {
		this.renderer.setPixelRatio(ratio);
		this.renderer.setSize(width, height, false);
	}

	// draw draws a moment. Options: theme, bySpeed, fastest (of the colours) [m/s], forces, the ratio of pixels, and
	// the sharp one of a picture at rest.
	draw(now, camera, options) {
		const theme = themes[options.theme], size = this.renderer.getDrawingBufferSize(new this.THREE.Vector2());
		const f = { now, camera, theme, options, width: size.x, height: size.y, data: options.bySpeed };
		this.light(f);
		this.block(f);
		this.fillCapsules(f);
		this.drawMaps(f);
		const list = [this.object("background", "background", "replace", this.make.triangle.bind(this.make))];
		const [behind, before] = this.sheets(f);
		const through = [...before, ...this.tubes(f, true), ...this.glass(f)];
		list.push(...behind, ...this.tubes(f, false));
		if (f.data) list.push(...through, this.capsules.data);
		else list.push(this.capsules.plain, ...through);
		list.push(...this.rims(f), ...this.outlines(f), ...this.slice(f), ...this.forces(f), ...this.sensors(f));
		this.pass(null, list);
	}

	// object returns the only object of a name.
	object(name, shader, blend, geometry, state = {}, uniforms = {}) {
		return this.pooled(name, 0, () => this.make.object(geometry(), this.make.material(shader, blend, state, uniforms)));
	}

	// pass draws objects in their order.
	pass(target, list, clear) {
		this.scene.children = list;
		this.renderer.setRenderTarget(target);
		if (clear) {
			this.renderer.setClearColor(0xffffff, 1);
			this.renderer.clear(true, true, false);
		} else this.renderer.clear(false, true, false);
		this.renderer.render(this.scene, this.eye);
	}

	// light lays out the scene's box and the maps of the key light.
	light(f) {
		const [lo, hi] = contents(f.now, this.run.boxes, moved);
		this.stage.follow(lo, hi);
		f.scene = { lo: this.stage.lo, hi: this.stage.hi, center: scale(add(this.stage.lo, this.stage.hi), 0.5) };
		f.scene.radius = Math.max(norm(sub(f.scene.hi, f.scene.lo)) / 2, 1e-6);
		const view = this.run.head.view;
		if (view.Given) f.scene.frame = view.Frame;
		f.map = lightMap(f.scene.center, f.scene.radius, key, lightX, lightY, this.resolution);
		const low = [...f.scene.lo], high = [...f.scene.hi], p = f.now.place;
		for (let n = 0; n < f.now.count; n++) {
			const c = [p[8 * n], p[8 * n + 1], p[8 * n + 2]], r = p[8 * n + 3] + p[8 * n + 7];
			if (!(norm(sub(c, f.scene.center)) < 8 * f.scene.radius)) continue;
			for (let k = 0; k < 3; k++) {
				low[k] = Math.min(low[k], c[k] - r);
				high[k] = Math.max(high[k], c[k] + r);
			}
		}
		this.reach.follow(low, high);
		f.scene.reach = [this.reach.lo, this.reach.hi];
		f.floor = floorOf(f.now.walls);
	}

	// block fills in what all shaders share.
	block(f) {
		const d = this.make, c = f.camera, t = f.theme, [near, far] = c.clip();
		f.pixel = (2 * c.halfHeight()) / f.height;
		f.scale = lineScale(f.height, f.options.ratio);
		// The step of the grid is that of a sharp picture, so that it stays while pictures get coarser.
		const { ratio, sharp } = f.options, sharpPixel = (f.pixel * ratio) / sharp;
		f.step = niceAbove(36 * lineScale((f.height * sharp) / ratio, sharp) * sharpPixel);
		d.set("viewProj", c.matrix(f.width / f.height));
		d.set("lightMap", f.map.matrix);
		d.set("eye", ...c.eye(), 0);
		d.set("back", ...c.back(), f.pixel / c.distance);
		d.set("screen", f.width, f.height, f.scale, t.exposure);
		d.set("key", ...key, 0);
		// The program's pictures hold their top row first, a canvas its bottom row.
		d.set("top", ...rgba(t.bottom));
		d.set("bottom", ...rgba(t.top));
		d.set("ink", ...rgba(t.ink));
		d.set("maps", f.map.texel, 1 / this.resolution, f.map.depth, keyTangent);
		d.set("focus", ...f.scene.center, f.scene.radius);
		d.set("lens", far / (far - near), (-far * near) / (far - near));
		d.set("strip", ...unit([-key[0], -key[1], 0.35]), 0);
	}

	// fillCapsules hands the capsules to the shaders, from back to front, as their soft edges need it.
	fillCapsules(f) {
		const { geometry, order, far } = this.capsules, now = f.now, n = now.count, eye = f.camera.eye();
		const get = (name) => geometry.rows[name], shadeA = new Int8Array(4 * n), shadeB = new Int8Array(4 * n);
		if (n <= mostOccluded) occlude(now, this.run.head.grain, shadeA, shadeB);
		for (let i = 0; i < n; i++) {
			order[i] = i;
			far[i] = Math.hypot(now.place[8 * i] - eye[0], now.place[8 * i + 1] - eye[1], now.place[8 * i + 2] - eye[2]);
		}
		const sorted = order.subarray(0, n).sort((a, b) => far[b] - far[a]);
		const color = [get("colorA"), get("colorB")];
		for (let k = 0; k < n; k++) {
			const i = sorted[k];
			get("centerHalf").set(now.place.subarray(8 * i, 8 * i + 4), 4 * k);
			get("axisRadius").set(now.place.subarray(8 * i + 4, 8 * i + 8), 4 * k);
			get("shadeA").set(shadeA.subarray(4 * i, 4 * i + 4), 4 * k);
			get("shadeB").set(shadeB.subarray(4 * i, 4 * i + 4), 4 * k);
			for (let side = 0; side < 2; side++) {
				const own = now.colors.subarray(8 * i + 4 * side, 8 * i + 4 * side + 4);
				let c = own[3] > 0 ? own : [...bytes(tones[side]), 255];
				if (f.data) c = [...speedColor(this.run.poses.speed[now.pose[i]] / f.options.fastest), 255];
				color[side].set(c, 4 * k);
			}
		}
		this.make.show(geometry, n);
	}

	// outlines returns the object that draws the spheres and capsules of another run as outlines.
	outlines(f) {
		const now = f.options.ghost, n = now?.count ?? 0, d = this.make;
		if (n === 0) return [];
		if (!this.ghosts || this.ghosts.most < n) {
			this.ghosts?.object.geometry.dispose();
			this.ghosts = { most: n, object: d.object(d.quads(0, { centerHalf: [new Float32Array(4 * n), 4],
				axisRadius: [new Float32Array(4 * n), 4], colorA: [new Uint8Array(4 * n), 4], colorB: [new Uint8Array(4 * n), 4] }),
			this.ghosts?.object.material ?? d.material("ghost", "over", { test: true })) };
		}
		const g = this.ghosts.object.geometry, ink = [...bytes(f.theme.ink), 110];
		for (let i = 0; i < n; i++) {
			g.rows.centerHalf.set(now.place.subarray(8 * i, 8 * i + 4), 4 * i);
			g.rows.axisRadius.set(now.place.subarray(8 * i + 4, 8 * i + 8), 4 * i);
			g.rows.colorA.set(ink, 4 * i);
			g.rows.colorB.set(ink, 4 * i);
		}
		d.show(g, n);
		return [this.ghosts.object];
	}

	// drawMaps draws the maps of the key light: the nearest surface to it, what meshes leave of it, and the soft
	// shadow on the floor.
	drawMaps(f) {
		const c = this.capsules, d = this.make;
		this.pass(this.depth, [c.depth, ...this.tubeObjects(f, "tubeDepth", () => true)], true);
		if (!f.floor) return;
		const level = f.floor.position, list = [];
		if (f.now.meshes.length > 0) {
			this.pass(this.veil, f.now.meshes.map((m, i) => {
				const o = this.pooled("veil" + m.mesh, i, () => d.object(this.meshes[m.mesh].soft, this.veilMaterial()));
				this.place(o, f, m);
				o.material.uniforms.level.value = level;
				return o;
			}), true);
			const lay = this.object("lay", "veil", "replace", () => d.quads(1), {}, { picture: this.veil.texture,
				texel: 1 / 160, part: new this.THREE.Vector4() });
			lay.material.uniforms.part.value.set(...veiled(f.now, this.run.boxes, f.map, moved, level, key, keyTangent));
			list.push(lay);
		}
		for (const o of [c.soft, c.foot]) {
			o.material.uniforms.level.value = level;
			list.push(o);
		}
		this.pass(this.shade, list, true);
	}

	// veilMaterial returns what lays the shadow of a mesh over the floor, once for each part of the light's disc.
	veilMaterial() {
		const { Matrix4, Vector4 } = this.THREE;
		const points = Array.from({ length: softParts }, (_, k) => new Vector4(...discPoint(k, softParts), 1 / softParts));
		return this.make.material("meshVeil", "multiply", {}, { model: new Matrix4(), level: 0, absorb: new Vector4(),
			points });
	}

	// tint returns the colour of what is no body: beside bodies in the colours of a legend it is a grey.
	tint(f, color, own, alpha) {
		const c = color[3] > 0 ? [color[0] / 255, color[1] / 255, color[2] / 255, alpha] : rgba(own, alpha);
		return f.data ? grey(c) : c;
	}

	// place gives an object the place and colour of a mesh.
	place(o, f, m) {
		const u = o.material.uniforms, t = this.tint(f, m.color, f.theme.glass, opacity);
		u.model.value.fromArray(m.model);
		u.tint?.value.set(...t);
		u.absorb?.value.set(...[0, 1, 2].map((k) => 0.75 * t[3] * Math.log2(Math.max(t[k], 0.004))), Math.log2(1 - t[3]));
	}

	// glass returns the objects of meshes: back faces before front faces, each first for what is seen through it.
	glass(f) {
		const d = this.make, T = this.THREE, list = [];
		for (const [side, sign, strength] of [["BackSide", -1, 0.55], ["FrontSide", 1, 1]]) {
			f.now.meshes.forEach((m, i) => {
				for (const [shader, blend] of [["glassKept", "multiply"], ["glassShine", "add"]]) {
					const numbers = () => ({ model: new T.Matrix4(), tint: new T.Vector4(), absorb: new T.Vector4(), strength,
						side: sign });
					const o = this.pooled(shader + side + m.mesh, i, () => d.object(this.meshes[m.mesh].plain,
						d.material(shader, blend, { test: true, side }, numbers())));
					this.place(o, f, m);
					list.push(o);
				}
			});
		}
		return list;
	}

	// rims returns the objects that draw edges and silhouettes of meshes.
	rims(f) {
		const T = this.THREE, d = this.make, ink = rgba(f.theme.ink);
		return f.now.meshes.map((m, i) => {
			const numbers = () => ({ model: new T.Matrix4(), lift: 1.5, style: new T.Vector4(),
				widths: new T.Vector4(1, 1.4, 0.4, 0) });
			const o = this.pooled("rim" + m.mesh, i, () => d.object(this.meshes[m.mesh].rims,
				d.material("rim", "over", { test: true }, numbers())));
			o.material.uniforms.model.value.fromArray(m.model);
			o.material.uniforms.style.value.set(ink[0], ink[1], ink[2], 0.16);
			return o;
		});
	}

	// sheets returns the objects of walls behind the scene, with the shadows on the floor, and of those before it.
	sheets(f) {
		const behind = [], before = [], eye = f.camera.eye();
		f.now.walls.forEach((w, i) => {
			const s = sheetOf(w, f.now.walls, f.scene, eye);
			if (!s) return;
			const flat = w.axis === 2 && (w.sense === 0 || s.side === w.sense);
			if (w === f.floor && flat) {
				behind.unshift(this.sheet(f, s, "floor", "replace", i, this.tint(f, w.color, f.theme.floor, 1)),
					this.sheet(f, s, "shade", "multiply", i, [0, 0, 0, 0]));
			} else if (s.front) {
				before.push(this.sheet(f, s, "pane", "over", i, this.tint(f, w.color, f.theme.wall, 0.3 * f.theme.wallOpacity)));
			} else {
				const tint = flat ? this.tint(f, w.color, f.theme.floor, 1)
					: this.tint(f, w.color, f.theme.wall, f.theme.wallOpacity);
				behind.push(this.sheet(f, s, "wall", "over", i, tint));
			}
		});
		return [behind, before];
	}

	// sheet returns the object of one sheet.
	sheet(f, s, shader, blend, n, tint) {
		const V = this.THREE.Vector4, d = this.make;
		const names = ["origin", "edgeU", "edgeV", "normal", "closed", "tint", "lines", "gridOf", "edges", "cells"];
		const o = this.pooled(shader, n, () => d.object(d.quads(cells * cells), d.material(shader, blend,
			{ test: shader === "pane" }, { ...Object.fromEntries(names.map((k) => [k, new V()])), total: cells,
				shade: this.shade.texture })));
		const axis = s.wall.axis, u = (axis + 1) % 3, v = (axis + 2) % 3;
		const origin = [0, 0, 0, 0], normal = [0, 0, 0, 0], edgeU = [0, 0, 0, s.hi[0] - s.lo[0]];
		const edgeV = [0, 0, 0, s.hi[1] - s.lo[1]], step = f.step;
		[origin[axis], origin[u], origin[v]] = [s.wall.position, s.lo[0], s.lo[1]];
		normal[axis] = s.side;
		[edgeU[u], edgeV[v]] = [edgeU[3], edgeV[3]];
		const lines = s.front ? [0, 0, 5, 0.2] : axis === 2 ? [0.11, 0.22, 5, 0.2] : [0.05, 0.1, 5, 0.2];
		const values = { origin, edgeU, edgeV, normal, closed: s.closed, tint, lines, gridOf: [s.lo[0], s.lo[1], step, 0],
			edges: [...s.lo, ...s.hi].map((x) => x / step), cells: [0, 0, cells, cells] };
		for (const k of names) o.material.uniforms[k].value.set(...values[k]);
		this.step = step; // of the grid [m]
		return o;
	}

	// tubes returns the objects of cylinders: solid ones and the far halves of those that bodies touch from
	// inside, or the near halves, through which the scene is seen.
	tubes(f, near) {
		return this.tubeObjects(f, near ? "tubeNear" : "tube", (y) => !near || y.inside);
	}

	tubeObjects(f, name, wanted) {
		const T = this.THREE, d = this.make, depth = name === "tubeDepth", near = name === "tubeNear";
		return f.now.cylinders.filter((y) => wanted(y) && !(depth && y.inside)).map((y, i) => {
			const side = near ? "FrontSide" : y.inside && !depth ? "BackSide" : "DoubleSide";
			const o = this.pooled(name + side, i, () => d.object(d.quads(tubeStrips), d.material(depth ? "tubeDepth" : "tube",
				near ? "over" : "replace", { test: true, write: !near, side }, { center: new T.Vector4(), along: new T.Vector4(),
					start: new T.Vector4(), tint: new T.Vector4(), depthMap: depth ? null : this.depth.depthTexture })));
			const far = dot(sub(f.scene.center, y.point), y.axis);
			const middle = y.half > 0 ? y.point : add(y.point, scale(y.axis, far));
			const u = o.material.uniforms, tint = this.tint(f, y.color, f.theme.wall, near ? 0.4 * opacity : 1);
			u.center.value.set(...middle, y.radius);
			u.along.value.set(...y.axis, y.half || 1.5 * f.scene.radius);
			u.start.value.set(...y.side, tubeStrips);
			u.tint.value.set(...tint);
			return o;
		});
	}

	// forces returns the object that draws the forces of contacts. Their scale follows the strongest force of what
	// was shown: it grows at once and shrinks slowly while the run is played.
	forces(f) {
		const all = this.run.forces;
		this.full = 0;
		if (!all || !f.options.forces) return [];
		const from = all.rows[f.now.frame], to = all.rows[f.now.frame + 1], before = f.options.playing ? this.strongest : 0;
		this.strongest = Math.max(strongest(all, from, to), 0.994 * before);
		if (!(this.strongest > 0)) return [];
		this.full = roundUp(this.strongest);
		const room = Math.round((4 * this.run.head.grain) / f.pixel / f.scale);
		this.arrowLength = clamp(room, 18, 80) * f.scale; // [px], of the full force
		return this.arrowObject("arrows", arrowsOf(all, from, to, f, (this.arrowLength * f.pixel) / this.full));
	}

	// slice returns the objects that draw a field in a slice over the picture, with arrows of the velocity.
	slice(f) {
		const h = this.run.head.slice, now = f.options.sensors ? this.run.slice(f.now.frame) : null;
		if (!now) return [];
		const T = this.THREE, o = this.object("slice", "slice", "over", () => this.make.quads(1), {}, { picture: null,
			corner: new T.Vector4(), edgeU: new T.Vector4(), edgeV: new T.Vector4() });
		const u = o.material.uniforms;
		if (this.sliced !== now.cells) {
			this.sliced = now.cells;
			u.picture.value?.dispose();
			const data = new Uint8Array(4 * now.cells.length);
			now.cells.forEach((x, i) => {
				if (x > 0) data.set([...speedColor((x - 1) / 254), Math.round(255 * sliceOpacity)], 4 * i);
			});
			u.picture.value = new T.DataTexture(data, ...h.cells); // points are not smoothed
			u.picture.value.needsUpdate = true;
			u.corner.value.set(...h.corner, 0);
			u.edgeU.value.set(...h.edges[0], 0);
			u.edgeV.value.set(...h.edges[1], 0);
		}
		const list = [];
		h.arrows.forEach((from, i) => {
			const v = scale([...now.arrows.subarray(3 * i, 3 * i + 3)], h.length / (h.speed || 1));
			const pixels = norm(v) / f.pixel / f.scale;
			if (pixels > 2) list.push({ from: [...from, 1.2], to: [...add(from, v), Math.min(5, 0.7 * pixels)], color: 0xffffff,
				alpha: 242 });
		});
		return [o, ...(list.length > 0 ? this.arrowObject("flow", list) : [])];
	}

	// sensors returns the object that draws the outlines of regions and planes.
	sensors(f) {
		const list = [];
		if (f.options.sensors) {
			for (const line of this.run.outlines(f.now)) {
				for (let i = 1; i < line.length; i++) {
					list.push({ from: [...line[i - 1], 1.3], to: [...line[i], 0], color: measureTint, alpha: 255 });
				}
			}
		}
		return list.length > 0 ? this.arrowObject("outline", list) : [];
	}

	// arrowObject returns the object of a name that draws arrows, or lines where their heads have no length.
	arrowObject(name, list) {
		let kept = this[name];
		if (!kept || kept.most < list.length) {
			const most = 2 * list.length + 64, d = this.make;
			kept?.object.geometry.dispose();
			kept = this[name] = { most, object: d.object(d.quads(0, { from: [new Float32Array(4 * most), 4],
				to: [new Float32Array(4 * most), 4], lineColor: [new Uint8Array(4 * most), 4] }),
			kept?.object.material ?? d.material("arrow", "over", {}, { lift: 0 })) };
		}
		const g = kept.object.geometry;
		list.forEach((a, i) => {
			g.rows.from.set(a.from, 4 * i);
			g.rows.to.set(a.to, 4 * i);
			g.rows.lineColor.set([...bytes(a.color), a.alpha], 4 * i);
		});
		this.make.show(g, list.length);
		return [kept.object];
	}
}
