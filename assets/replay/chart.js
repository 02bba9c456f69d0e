import { quantity, short } from "./text.js";
// Draws a number along two runs: the author's, and over it a variant.

const room = { left: 8, right: 8, top: 22, bottom: 18 }; // [px]

// drawChart draws into a canvas. Lines are { times, values, color, width }, of which some may be missing; time is
// marked, and so is where runs part, { time, color }, if it is given.
export function drawChart(canvas, title, unit, lines, time, ink, parting) {
	const ratio = Math.min(window.devicePixelRatio || 1, 2), width = canvas.clientWidth, height = canvas.clientHeight;
	canvas.width = Math.round(width * ratio);
	canvas.height = Math.round(height * ratio);
	const g = canvas.getContext("2d");
	g.scale(ratio, ratio);
	g.clearRect(0, 0, width, height);
	const shown = lines.filter((l) => l && l.values && l.values.length > 1);
	const end = Math.max(...shown.map((l) => l.times[l.times.length - 1]), 1e-9);
	const begin = Math.min(...shown.map((l) => l.times[0]));
	const highest = shown.flatMap((l) => l.values).reduce((a, b) => Math.max(a, b), 0), most = highest || 1;
	const x = (t) => room.left + ((t - begin) / (end - begin || 1)) * (width - room.left - room.right);
	const y = (v) => height - room.bottom - (v / most) * (height - room.top - room.bottom);
	const { fontSize, fontFamily } = getComputedStyle(canvas);
	g.font = `${fontSize} ${fontFamily}`;
	g.fillStyle = ink;
	g.fillText(title, room.left, 13);
	g.textAlign = "right";
	g.fillText(`to ${quantity(highest, unit)}`, width - room.right, 13);
	g.fillText(`${short(end)} s`, width - room.right, height - 4);
	g.textAlign = "left";
	g.fillText(`${short(begin)} s`, room.left, height - 4);
	g.strokeStyle = ink;
	g.globalAlpha = 0.4;
	g.lineWidth = 1;
	g.beginPath();
	g.moveTo(room.left, y(0));
	g.lineTo(width - room.right, y(0));
	g.moveTo(x(time), room.top);
	g.lineTo(x(time), y(0));
	g.stroke();
	g.globalAlpha = 1;
	if (parting) {
		g.strokeStyle = parting.color;
		g.setLineDash([3, 3]);
		g.beginPath();
		g.moveTo(x(parting.time), room.top);
		g.lineTo(x(parting.time), y(0));
		g.stroke();
		g.setLineDash([]);
	}
	for (const l of shown) {
		g.strokeStyle = l.color;
		g.lineWidth = l.width;
		g.beginPath();
		l.values.forEach((v, i) => g.lineTo(x(l.times[i]), y(v)));
		g.stroke();
	}
}
