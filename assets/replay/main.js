import { decodeForces, decodeMeshes, decodePoses, decodeSlices, inflate } from "./decode.js";
import { viridis } from "./look.js";
import { Run } from "./run.js";
import { Camera } from "./camera.js";
import { Picture } from "./picture.js";
import { Live } from "./live.js";
import { exact, nice, quantity, short } from "./text.js";
// The page: loads the run, plays it, and does what people ask with pointer, touch and keys.

const part = (id) => document.getElementById(id);
const speeds = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4];

// narrow reports whether the page is that of a phone, where what can be tried lies below the picture.
const narrow = () => matchMedia("(max-width: 600px)").matches;

// library loads three.js from the page itself: its second file names the first.
async function library() {
	const code = (bytes) => URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
	const core = code(await inflate(part("core").textContent));
	const text = new TextDecoder().decode(await inflate(part("module").textContent));
	return import(code(text.replaceAll("./three.core.min.js", core)));
}

// json reads a part of the page.
async function json(id) {
	return JSON.parse(new TextDecoder().decode(await inflate(part(id).textContent)));
}

// drawsInSoftware reports whether no graphics processor draws.
function drawsInSoftware() {
	const gl = document.createElement("canvas").getContext("webgl2");
	if (!gl) throw new Error("this browser has no WebGL 2, with which the replay is drawn");
	const info = gl.getExtension("WEBGL_debug_renderer_info");
	const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
	gl.getExtension("WEBGL_lose_context")?.loseContext();
	return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

class Player {
	constructor(run, picture, software) {
		Object.assign(this, { run, picture, software, camera: new Camera(), time: run.begin, playing: false, speed: 1,
			bySpeed: false, forces: false, sensors: true, theme: "dark", stale: true, pointers: new Map(), hovered: null,
			asked: false, rest: 0, slow: 0 });
		this.sharp = software ? 1 : Math.min(window.devicePixelRatio || 1, 2); // pixels of a still picture
		this.coarse = this.ratio = this.sharp; // of one that moves; of the last one
		this.fastest = nice(run.fastest);
	}

	// start takes the page into use.
	start() {
		const times = this.run.head.times;
		part("time").max = times.length - 1;
		part("live").hidden = part("engine").textContent === "";
		for (const s of speeds) part("speed").add(new Option(`${s} ×`, s, s === 1, s === 1));
		part("forces").hidden = !this.run.forces;
		part("sensors").hidden = !this.run.head.sensors && !this.run.head.slice;
		for (const x of [1, 2 / 3, 1 / 3, 0]) part("ticks").append(row(short(x * this.fastest)));
		this.paintRamp();
		this.paintSlice();
		this.fillAbout();
		this.resize();
		this.firstView();
		if (document.documentElement.dataset.ground === "light") this.toggleTheme();
		if (part("lesson").childElementCount && !part("live").hidden) this.toggleLive();
		this.time = times[this.run.liveliest()];
		const asked = this.fromAddress();
		this.listen();
		this.play(!asked && !matchMedia("(prefers-reduced-motion: reduce)").matches);
		requestAnimationFrame((now) => this.tick(now));
	}

	aspect() { return this.width / this.height; }

	// firstView looks as the scene wishes, else at all that happens, above the foot of the page.
	firstView() {
		const v = this.run.head.view, c = this.camera;
		let [lo, hi] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
		for (const core of this.run.head.core) {
			if (core[0] < core[3]) {
				lo = lo.map((x, k) => Math.min(x, core[k]));
				hi = hi.map((x, k) => Math.max(x, core[k + 3]));
			}
		}
		if (v.Given) [lo, hi, c.azimuth, c.elevation] = [v.Frame[0], v.Frame[1], v.Azimuth, v.Elevation];
		if (lo[0] > hi[0]) [lo, hi] = [[-0.1, -0.1, 0], [0.1, 0.1, 0.1]];
		const below = document.querySelector(narrow() && !part("try").hidden ? "#try" : "footer").getBoundingClientRect();
		const foot = Math.min(this.height - below.top, 0.65 * this.height), free = this.height - foot;
		c.frame(lo, hi, this.width / free);
		this.middle = c.pivot;
		c.distance *= this.height / free;
		c.pan(0, -foot / 2, this.height);
		this.stale = true;
	}

	// fromAddress takes what stands behind # in the address: view=azimuth,elevation,distance, at=time, color=speed. It
	// returns whether a time is there.
	fromAddress() {
		const asked = new URLSearchParams(location.hash.slice(1));
		if (asked.has("set") && !part("live").hidden && !this.live) this.toggleLive();
		const view = (asked.get("view") ?? "").split(",").map(Number);
		if (view.length >= 2 && view.every(Number.isFinite)) {
			[this.camera.azimuth, this.camera.elevation] = view;
			this.camera.pivot = this.middle;
			if (view[2] > 0) this.camera.distance = view[2];
		}
		const at = Number(asked.get("at") || NaN);
		if (Number.isFinite(at)) this.time = at;
		if ((asked.get("color") === "speed") !== this.bySpeed) this.toggle("bySpeed", "color");
		if (asked.has("forces") && this.run.forces) this.toggle("forces", "forces");
		return asked.has("at");
	}

	listen() {
		const on = (id, event, act) => part(id).addEventListener(event, act);
		on("play", "click", () => this.play(!this.playing));
		on("back", "click", () => this.go(-1));
		on("next", "click", () => this.go(1));
		on("time", "input", () => {
			const time = this.run.head.times[part("time").valueAsNumber]; // before play sets the slider
			this.play(false);
			this.setTime(time);
		});
		on("speed", "change", () => { this.speed = Number(part("speed").value); });
		on("color", "click", () => this.toggle("bySpeed", "color"));
		on("forces", "click", () => this.toggle("forces", "forces"));
		on("sensors", "click", () => this.toggle("sensors", "sensors"));
		on("theme", "click", () => this.toggleTheme());
		on("frame", "click", () => this.firstView());
		on("info", "click", () => this.toggleAbout());
		on("live", "click", () => this.toggleLive());
		window.addEventListener("resize", () => this.resize());
		window.addEventListener("hashchange", () => {
			this.fromAddress();
			this.setTime(this.time);
			if (this.live?.fromAddress()) this.live.attempt();
		});
		window.addEventListener("keydown", (e) => this.key(e));
		this.listenToPointers();
	}

	// key does what a key means, unless it means something to what has the focus.
	key(e) {
		if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches("select")) return;
		const inRange = e.target.matches("input"), onButton = e.target.matches("button");
		const many = e.shiftKey ? 10 : 1;
		const acts = {
			" ": () => this.play(!this.playing), ArrowLeft: () => this.go(-many), ArrowRight: () => this.go(many),
			",": () => this.go(-1), ".": () => this.go(1), Home: () => this.firstView(),
			c: () => this.toggle("bySpeed", "color"), o: () => this.run.forces && this.toggle("forces", "forces"),
			r: () => !part("sensors").hidden && this.toggle("sensors", "sensors"),
			l: () => this.toggleTheme(), i: () => this.toggleAbout(), "+": () => this.faster(1), "-": () => this.faster(-1),
		};
		const act = acts[e.key.length === 1 ? e.key.toLowerCase() : e.key];
		if (!act || (onButton && e.key === " ") || (inRange && (e.key.startsWith("Arrow") || e.key === "Home"))) return;
		e.preventDefault();
		act();
	}

	listenToPointers() {
		const canvas = part("picture"), foot = document.querySelector("footer").offsetHeight;
		document.body.style.setProperty("--foot", `${foot}px`);
		canvas.addEventListener("pointerdown", (e) => {
			canvas.setPointerCapture(e.pointerId);
			this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY, way: 0, button: e.button, shift: e.shiftKey });
		});
		canvas.addEventListener("pointermove", (e) => this.pointed(e));
		for (const end of ["pointerup", "pointercancel"]) {
			canvas.addEventListener(end, (e) => {
				const p = this.pointers.get(e.pointerId);
				this.pointers.delete(e.pointerId);
				if (p && p.way < 6) this.hover(e.clientX, e.clientY); // a tap
			});
		}
		canvas.addEventListener("pointerleave", (e) => { if (e.pointerType === "mouse") this.hover(null); });
		canvas.addEventListener("contextmenu", (e) => e.preventDefault());
		canvas.addEventListener("wheel", (e) => {
			e.preventDefault();
			this.zoom(Math.exp(-0.0015 * e.deltaY * (e.deltaMode ? 16 : 1)), e.clientX, e.clientY);
		}, { passive: false });
	}

	// pointed takes the movement of a pointer: one turns the view, two move and zoom it.
	pointed(e) {
		const p = this.pointers.get(e.pointerId);
		if (!p) {
			this.hover(e.clientX, e.clientY);
			return;
		}
		const dx = e.clientX - p.x, dy = e.clientY - p.y, others = [...this.pointers.values()].filter((q) => q !== p);
		if (others.length > 0) {
			const o = others[0], before = Math.hypot(p.x - o.x, p.y - o.y);
			const after = Math.hypot(e.clientX - o.x, e.clientY - o.y);
			this.camera.pan(dx / 2, dy / 2, this.height);
			if (before > 0 && after > 0) this.zoom(after / before, (e.clientX + o.x) / 2, (e.clientY + o.y) / 2);
		} else if (p.button === 1 || p.shift) this.camera.pan(dx, dy, this.height);
		else if (p.button === 2) this.zoom(Math.exp(-0.008 * dy), this.width / 2, this.height / 2);
		else this.camera.orbit(dx, dy);
		Object.assign(p, { x: e.clientX, y: e.clientY, way: p.way + Math.abs(dx) + Math.abs(dy) });
		this.hover(null);
		this.stale = true;
	}

	// place returns a point of the picture, each coordinate from -1 to 1.
	place(x, y) { return [(2 * x) / this.width - 1, 1 - (2 * y) / this.height]; }

	zoom(factor, x, y) {
		this.camera.zoom(factor, ...this.place(x, y), this.aspect());
		this.stale = true;
	}

	// hover shows the numbers of the body under a point; null hides them.
	hover(x, y) {
		this.hovered = x === null ? null : { x, y };
		this.asked = true;
	}

	// showNumbers tells of the body under the pointer: the numbers of the moment, not of the way to the next.
	showNumbers(now) {
		const box = part("numbers"), at = this.hovered;
		const pose = at ? this.run.pick(now, ...this.camera.ray(...this.place(at.x, at.y), this.aspect())) : -1;
		box.hidden = pose < 0;
		if (pose < 0) return;
		const b = this.run.about(pose), q = this.run.head.quantum;
		const rows = [["body", b.name ? `${b.id} ${b.name}` : b.id], ["material", b.material],
			["position", b.position.map((v) => exact(v, q.position)).join(", ") + " m"],
			["speed", exact(b.speed, q.speed) + " m/s"], ["spin", exact(b.spin, q.spin) + " rad/s"]];
		if (b.mass > 0) rows.push(["mass", quantity(1000 * b.mass, "g")]);
		else rows.push(["moves", b.kind === "static" ? "not" : "as prescribed"]);
		box.replaceChildren(table(rows));
		const below = at.y + 16 + box.offsetHeight <= this.height - 8;
		box.style.left = Math.max(8, Math.min(at.x + 16, this.width - box.offsetWidth - 8)) + "px";
		box.style.top = Math.max(8, below ? at.y + 16 : at.y - box.offsetHeight - 12) + "px";
	}

	play(yes) {
		if (yes && this.time >= this.run.end) this.time = this.run.begin;
		this.playing = yes;
		part("sign").setAttribute("d", yes ? "M3 2h4v12H3zM9 2h4v12H9z" : "M4 2l10 6-10 6z");
		this.setTime(this.time);
	}

	// go stops and goes on by moments.
	go(by) {
		this.play(false);
		const t = this.run.head.times;
		this.setTime(t[Math.max(0, Math.min(this.run.nearest(this.time) + by, t.length - 1))]);
	}

	faster(by) {
		const select = part("speed");
		select.selectedIndex = Math.max(0, Math.min(select.selectedIndex + by, speeds.length - 1));
		this.speed = Number(select.value);
	}

	// setTime goes to a time; what stands still shows a moment that is in the data.
	setTime(time) {
		const frame = this.run.nearest(time);
		this.time = this.playing ? Math.max(this.run.begin, Math.min(time, this.run.end)) : this.run.head.times[frame];
		part("time").value = frame;
		part("time").setAttribute("aria-valuetext", `${this.time.toFixed(3)} s`);
		this.stale = true;
	}

	toggle(what, id) {
		this[what] = !this[what];
		part(id).setAttribute("aria-pressed", this[what]);
		part("legend").hidden = !this.bySpeed;
		this.stale = true;
	}

	toggleTheme() {
		this.theme = this.theme === "dark" ? "light" : "dark";
		document.body.classList.toggle("light", this.theme === "light");
		part("theme").setAttribute("aria-pressed", this.theme === "light");
		this.stale = true;
	}

	// toggleLive shows what the engine of the page can do, which is made ready when it is first asked for.
	toggleLive() {
		part("try").hidden = !part("try").hidden;
		part("live").setAttribute("aria-pressed", !part("try").hidden);
		document.body.classList.toggle("trying", !part("try").hidden);
		this.live ??= new Live(this);
		this.resize();
		this.firstView();
		this.live.charts();
	}

	// show shows a run, and another one as a ghost, at the time that is shown.
	show(run, ghost) {
		this.run = run;
		this.ghost = ghost;
		this.picture.show(run);
		this.paintSlice();
		part("time").max = run.head.times.length - 1;
		this.setTime(this.time);
	}

	toggleAbout() {
		part("about").hidden = !part("about").hidden;
		part("info").setAttribute("aria-pressed", !part("about").hidden);
	}

	resize() {
		const canvas = part("picture"), foot = document.querySelector("footer").offsetHeight;
		document.body.style.setProperty("--foot", `${foot}px`);
		[this.width, this.height] = [canvas.clientWidth, canvas.clientHeight];
		this.picture.resize(this.width, this.height, this.ratio);
		this.stale = true;
	}

	// tick draws what has changed since the last picture.
	tick(now) {
		const took = now - (this.before ?? now); // [ms]
		this.before = now;
		if (this.playing) {
			const passed = Math.min(took / 1000, 0.25);
			if (this.time + passed * this.speed >= this.run.end) this.play(false);
			this.setTime(this.time + passed * this.speed);
		}
		this.keepUp(took);
		this.drew = this.stale;
		if (this.stale) this.drawNow();
		else if (this.asked) this.showNumbers(this.run.at(this.time));
		this.stale = this.asked = false;
		requestAnimationFrame((later) => this.tick(later));
	}

	// keepUp makes pictures coarser while the scene or the view moves, if they take long, and sharp again at rest.
	keepUp(took) {
		this.slow = this.drew && took > 90 ? this.slow + 1 : 0;
		if (this.slow > 1 && this.ratio === this.coarse) {
			this.coarse = Math.max(0.4, this.coarse * Math.sqrt(Math.max(60 / took, 0.25)));
			this.slow = 0;
		}
		this.rest = this.stale ? 0 : this.rest + took;
		const ratio = this.rest < 200 ? this.coarse : this.sharp;
		if (ratio === this.ratio) return;
		this.ratio = ratio;
		this.picture.resize(this.width, this.height, ratio);
		this.stale = true;
	}

	drawNow() {
		const now = this.run.at(this.time);
		this.picture.draw(now, this.camera, { theme: this.theme, bySpeed: this.bySpeed, fastest: this.fastest,
			forces: this.forces, sensors: this.sensors, ratio: this.ratio, sharp: this.sharp, playing: this.playing,
			ghost: this.ghost?.at(this.time) });
		const head = this.run.head;
		part("clock").textContent = `${this.time.toFixed(3)} s of ${short(this.run.end)} s, step ${head.steps[now.frame]}`;
		const full = this.forces && this.picture.full;
		part("scale").hidden = !full;
		if (full) {
			part("scale").textContent = `normal force (yellow), ${short(this.picture.arrowLength)} px = ` +
				`${quantity(full, "N")}; friction (pink) to the same scale`;
		}
		const step = this.picture.step;
		const sensed = this.sensors && head.sensors;
		part("sensed").hidden = !sensed;
		if (sensed) {
			part("sensed").replaceChildren(...sensed.flatMap((s) => [`${s.name}: ${short(s.values[now.frame])} ${s.counts}`,
				document.createElement("br")]));
		}
		const slice = this.sensors ? this.run.slice(now.frame) : null;
		part("slice").hidden = !slice;
		if (slice) {
			const { title } = head.slice, other = slice.time !== head.times[now.frame];
			part("sliced").textContent = title + (other ? ` of ${slice.time.toFixed(3)} s` : "");
		}
		part("key").hidden = !step && !full && !sensed && !slice;
		part("grid").textContent = step ? `grid ${step < 1 ? short(1000 * step) + " mm" : short(step) + " m"}` : "";
		this.showNumbers(now);
		this.live?.charts();
		document.body.dataset.drawn ??= performance.now().toFixed(); // [ms] after the page was opened
	}

	paintRamp() {
		const h = part("ramp").height;
		this.paint(part("ramp"), (g) => g.createLinearGradient(0, h, 0, 0));
	}

	// paint fills a canvas with the colours of numbers, along a gradient.
	paint(canvas, gradient) {
		const g = canvas.getContext("2d"), fill = gradient(g);
		viridis.forEach((c, i) => fill.addColorStop(i / (viridis.length - 1), "#" + c.toString(16).padStart(6, "0")));
		g.fillStyle = fill;
		g.fillRect(0, 0, canvas.width, canvas.height);
	}

	// paintSlice writes what the colours and arrows of a slice mean, the same in all moments.
	paintSlice() {
		const h = this.run.head.slice, bar = part("hues");
		if (!h) return;
		this.paint(bar, (g) => g.createLinearGradient(0, 0, bar.width, 0));
		[part("least").textContent, part("largest").textContent] = h.span.map((x) => quantity(x, h.unit));
		const longest = h.speed > 0 ? `arrows: to ${quantity(h.speed, "m/s")}` : "";
		part("flowing").textContent = longest;
	}

	fillAbout() {
		const h = this.run.head, q = h.quantum;
		const rows = [...h.origin.filter(([, text]) => text), ["Hash", `${h.hash} at step ${h.steps[h.steps.length - 1]}`],
			...h.parameters.map(([name, value, unit]) => [name, `${value} ${unit}`])];
		const note = document.createElement("p"), length = Math.sqrt(3) / 2; // of a vector whose parts are rounded
		note.textContent = `Numbers are those of the run to ±${quantity(q.position / 2, "m")}, ` +
			`±${short(q.speed * length)} m/s and ±${short(q.spin * length)} rad/s. Of the run: ${h.notes.join("; ")}.`;
		const keys = document.createElement("p");
		keys.textContent = "Drag: turn. Shift+drag or two fingers: move. Wheel or two fingers: zoom. Space: play. " +
			"← →: a moment, with Shift ten. + -: speed. C: colours. L: light. Home: first view.";
		part("about").replaceChildren(table(rows), note, keys, licences());
	}
}

// licences returns what unfolds the licences of what the page is made with.
function licences() {
	const fold = document.createElement("details"), name = document.createElement("summary");
	const text = document.createElement("pre");
	name.textContent = "Licences";
	fold.append(name, text);
	fold.addEventListener("toggle", async () => {
		text.textContent ||= new TextDecoder().decode(await inflate(part("licence").textContent));
	});
	return fold;
}

function row(text) {
	const p = document.createElement("span");
	p.textContent = text;
	return p;
}

// table returns rows of two texts as a table.
function table(rows) {
	const t = document.createElement("table");
	for (const row of rows) {
		const r = t.insertRow();
		for (const text of row) r.insertCell().textContent = text;
	}
	return t;
}

try {
	const software = drawsInSoftware();
	const [THREE, shaders, head] = await Promise.all([library(), json("shaders"), json("head")]);
	const poses = decodePoses(head, await inflate(part("poses").textContent));
	const forces = head.contacts ? decodeForces(head, await inflate(part("contacts").textContent)) : null;
	const meshes = decodeMeshes(head, await inflate(part("meshes").textContent));
	const slices = head.slice ? decodeSlices(head, await inflate(part("slices").textContent)) : null;
	const run = new Run(head, poses, forces, meshes, slices);
	const player = new Player(run, new Picture(THREE, shaders, part("picture"), run, software), software);
	player.start();
	window.replay = player;
	document.body.dataset.ready = "yes";
} catch (e) {
	part("trouble").textContent = `This replay cannot be shown: ${e.message}`;
	part("trouble").hidden = false;
	throw e;
}
