import { decodeMeshes, decodePoses, decodeSlices, inflate } from "./decode.js";
import { Run } from "./run.js";
import { drawChart } from "./chart.js";
import { quantity, short } from "./text.js";
// The run computed in the page: checked against the author's hashes, and with numbers that the reader changes.

const element = (id) => document.getElementById(id);
const mine = "#f0a040"; // colour of the reader's run in charts
const drawnCharts = [["energy", "Kinetic energy", "J", "kinetic"], ["flow", "Mass that has left", "g", "left"],
	["whole", "Energy of motion, height and springs", "J", "whole"]];
const controls = ["check", "energy", "flow", "whole"]; // what a lesson can hold besides knobs

export class Live {
	// player shows the runs; the author's is the one that it has now.
	constructor(player) {
		Object.assign(this, { player, author: player.run, variant: null, task: 0, acts: new Map(), ghost: true, same: null });
		for (const id of ["check", "attempt", "original", "link", "save"]) {
			element(id).addEventListener("click", () => this[id]());
		}
		element("ghost").addEventListener("change", () => {
			this.ghost = element("ghost").checked;
			this.show();
		});
		element("since").addEventListener("change", () => {
			const moment = this.author.nearest(this.player.time);
			this.since(element("since").checked ? this.author.head.steps[moment] : 0);
		});
		this.from = 0;
		this.inputs = (this.author.head.knobs ?? []).map((k) => this.knob(k));
		this.arrange();
		this.asked = this.fromAddress();
		this.say("The engine gets ready …");
		this.start().catch((e) => this.fail(e.message));
	}

	// since chooses the step at which variants leave the author's run; 0 is its beginning.
	since(step) {
		const { steps, times } = this.author.head, moment = steps.indexOf(step);
		this.from = moment > 0 ? step : 0;
		element("since").checked = this.from > 0;
		element("moment").textContent = this.from > 0 ? `From ${times[moment].toFixed(3)} s on` : "From the moment shown on";
	}

	// arrange puts what can be tried where the lesson of the page wants it, if there is one.
	arrange() {
		for (const place of document.querySelectorAll("[data-control]")) {
			const name = place.dataset.control, knob = this.inputs.find((k) => k.key === name);
			if (controls.includes(name)) place.append(element(name));
			else if (knob) place.append(knob.slider.parentNode);
		}
		element("trying").textContent = element("lesson").childElementCount ? "Your run" : "Try it";
	}

	// charted reports whether a chart is shown: in a lesson where its text names it, else those of every run.
	charted(id, key) {
		const named = element("lesson").childElementCount ? element(id).closest("#lesson") : id !== "whole";
		return named && this.author.head[key];
	}

	// knob makes the slider of a number, or of a choice of numbers.
	knob(k) {
		const label = document.createElement("label"), name = document.createElement("span");
		const value = document.createElement("output"), slider = document.createElement("input");
		Object.assign(slider, { type: "range", min: 0, max: k.options ? k.options.length - 1 : 1000, step: 1 });
		slider.setAttribute("aria-label", k.label);
		name.textContent = k.label;
		label.append(name, value, slider);
		element("knobs").append(label);
		const input = { ...k, slider, now: k.value };
		// The slider counts thousandths of the range: the author's value is met exactly only where nobody moves it.
		const place = (x) => k.options ? k.options.indexOf(x) : Math.round((1000 * (x - k.min)) / (k.max - k.min || 1));
		const number = (i) => k.options ? k.options[i] : Number((k.min + (i / 1000) * (k.max - k.min)).toPrecision(3));
		const written = (x) => k.options ? String(x) : k.unit === "Pa" ? quantity(x, k.unit) : `${short(x)} ${k.unit}`;
		input.set = (x) => {
			input.now = x;
			slider.value = place(x);
			value.textContent = written(x) + (x === k.value ? "" : ` (was ${written(k.value).trim()})`);
			if (!k.options) return;
			element("since").disabled = x !== k.value; // another seed has another beginning
			if (x !== k.value) this.since(0);
		};
		slider.addEventListener("input", () => input.set(number(slider.valueAsNumber)));
		slider.addEventListener("change", () => this.attempt());
		input.set(k.value);
		return input;
	}

	// start makes the worker, from texts and bytes of the page alone.
	async start() {
		// The engine is unpacked after the first picture: that takes a few tenths of a second.
		while (document.body.dataset.drawn === undefined) await new Promise((go) => setTimeout(go, 20));
		const bytes = (id) => inflate(element(id).textContent);
		const [engine, run, starts, glue] = await Promise.all(["engine", "run", "starts", "glue"].map(bytes));
		const code = new Blob([glue, "\n", element("worker").textContent], { type: "text/javascript" });
		this.worker = new Worker(URL.createObjectURL(code));
		this.worker.onmessage = ({ data }) => this.heard(data);
		this.worker.onerror = (e) => this.fail(e.message);
		this.worker.postMessage({ act: "start", engine, run, starts }, [engine.buffer, run.buffer, starts.buffer]);
	}

	heard(data) {
		if (data.task !== undefined && data.task !== this.task) return; // of a run that was left
		if (data.error && data.task !== undefined) this.refuse(data.error);
		else if (data.error) this.fail(data.error);
		else if (data.ready) this.ready(data.ready);
		else if (data.file) this.download(data.file);
		else if (data.poses) this.take(data.poses);
		else if (data.report) this.report(data.report);
	}

	ready(program) {
		this.say(`The engine is ready: ${program}. Check computes this run here and compares every bit.`);
		for (const id of ["check", "attempt"]) element(id).disabled = false;
		document.body.dataset.engine = "ready";
		if (this.asked) this.attempt();
	}

	say(text, kind = "") {
		element("receipt").textContent = text;
		element("receipt").dataset.kind = kind;
	}

	fail(why) {
		this.say(`The engine cannot go on: ${why}`, "bad");
		document.body.dataset.engine = "failed";
	}

	// refuse says why a run was not begun, or ended early. What was shown before stays.
	refuse(why) {
		this.say(`This cannot be computed: ${why}. Choose another number; the run that is shown is as before.`, "bad");
		document.body.dataset.refused = why;
	}

	post(act, set) {
		this.act = act;
		this.same = null;
		this.began = performance.now();
		this.worker.postMessage({ act, set, from: this.from, task: ++this.task });
	}

	check() {
		this.post("check");
		this.say("Computing …");
	}

	// attempt computes a variant with the numbers of the sliders.
	attempt() {
		if (document.body.dataset.engine !== "ready") return;
		this.post("attempt", this.changed().map((k) => ({ key: k.key, to: k.now })));
		this.say("Computing your run …");
		this.parting = -1; // moment of the variant in which it parts from the author's run
		element("save").disabled = true;
	}

	changed() { return this.inputs.filter((k) => k.now !== k.value); }

	// report says how far the computation is.
	report(r) {
		const seconds = ((performance.now() - this.began) / 1000).toFixed(1), time = `${r.time.toFixed(3)} s`;
		if (this.act === "attempt") {
			const parts = this.parting >= 0 ? ` It parts from the author's at ${this.parts().toFixed(3)} s.` : "";
			const done = r.done ? `Your run is computed, in ${seconds} s: hash ${r.hash}.${parts}` :
				`${r.ahead ? "The author's run, up to where yours begins" : "Your run"}: ${time}`;
			this.say(r.fault ? `Your run stopped at ${time}: ${r.fault}` : done, r.fault ? "bad" : "");
			element("save").disabled = !r.done;
			if (r.done) document.body.dataset.attempt = r.hash;
			return;
		}
		if (r.hash !== r.author) {
			const before = this.same ? `, the same up to ${this.same.time.toFixed(3)} s` : "";
			this.say(`Other bits than the author's run at step ${r.step} (${time})${before}: ${r.hash}, not ${r.author}.`,
				"bad");
			document.body.dataset.checked = "differs";
			this.task++; // what comes then differs too
			return;
		}
		this.same = r;
		if (r.done) {
			this.say(`Reproduced: the same bits as the author's run to its end, step ${r.step}, hash ${r.hash}. ` +
				`It took ${seconds} s.`, "good");
			document.body.dataset.checked = r.hash;
		} else this.say(`The same bits as the author's run up to ${time} …`);
	}

	// take shows the variant as far as it is computed.
	take([head, poses, , meshes, slices]) {
		const h = JSON.parse(new TextDecoder().decode(head)), own = this.author.head;
		for (const key of ["title", "origin", "view", "hash"]) h[key] = own[key];
		this.variant = new Run(h, decodePoses(h, poses), null, decodeMeshes(h, meshes),
			h.slice ? decodeSlices(h, slices) : null);
		if (this.parting < 0) this.parting = this.variant.partsFrom(this.author, 0);
		this.show();
	}

	// parts returns the time at which the variant parts from the author's run.
	parts() { return this.variant.head.times[this.parting]; }

	// show hands the player what is to be seen. While a variant grows, the player comes as near as it can to the moment
	// that was shown before, unless the reader has gone elsewhere.
	show() {
		if (this.player.time !== this.last) this.sought = this.player.playing ? this.author.end : this.player.time;
		this.player.time = this.sought;
		this.player.show(this.variant ?? this.author, this.variant && this.ghost ? this.author : null);
		this.last = this.player.time;
		element("original").disabled = !this.variant;
		element("mine").hidden = !this.variant;
		this.charts();
	}

	// original goes back to the author's run and numbers.
	original() {
		for (const k of this.inputs) k.set(k.value);
		this.since(0);
		this.variant = null;
		this.task++;
		element("save").disabled = true;
		this.say("This is the author's run.");
		this.show();
	}

	// charts draws the numbers of both runs.
	charts() {
		if (element("try").hidden) return;
		const ink = getComputedStyle(document.body).color;
		const parting = this.variant && this.parting >= 0 ? { time: this.parts(), color: mine } : null;
		for (const [id, title, unit, key] of drawnCharts) {
			const scale = unit === "g" ? 1000 : 1;
			const line = (run, color, width) => run && { times: run.head.times, color, width,
				values: run.head[key]?.map((v) => scale * v) };
			element(id).hidden = !this.charted(id, key);
			if (element(id).hidden) continue;
			drawChart(element(id), title, unit, [line(this.author, ink, this.variant ? 1 : 1.6),
				line(this.variant, mine, 2)], this.player.time, ink, parting);
		}
	}

	// link copies the address of this page with the changed numbers.
	link() {
		const set = this.changed().map((k) => `${k.key}=${k.now}`).join(",");
		const from = this.from ? `&from=${this.from}` : "";
		location.hash = set ? `set=${encodeURIComponent(set).replaceAll("%3D", "=").replaceAll("%2C", ",")}${from}` : "";
		navigator.clipboard?.writeText(location.href).then(() => this.say("The link is copied."),
			() => this.say("The link is in the address bar."));
	}

	// fromAddress takes set=KEY=NUMBER,KEY=NUMBER and from=STEP behind # in the address; what is no knob, no number or
	// no moment is left out. It reports whether a knob got another number.
	fromAddress() {
		const asked = new URLSearchParams(location.hash.slice(1)), set = asked.get("set");
		const before = JSON.stringify(this.changed());
		if (set === null) return false;
		this.since(Number(asked.get("from")));
		for (const k of this.inputs) k.set(k.value);
		for (const pair of set.split(",")) {
			const at = pair.lastIndexOf("="), x = Number(pair.slice(at + 1));
			const k = this.inputs.find((k) => k.key === pair.slice(0, at));
			if (!k || !Number.isFinite(x) || pair.slice(at + 1).trim() === "") continue;
			k.set(x);
		}
		return JSON.stringify(this.changed()) !== before;
	}

	save() { this.worker.postMessage({ act: "file", task: this.task }); }

	download(bytes) {
		const a = document.createElement("a");
		a.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
		a.download = "variant.tumble";
		this.file = bytes;
		a.click();
		setTimeout(() => URL.revokeObjectURL(a.href), 1000);
	}
}
