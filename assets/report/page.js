"use strict";
// The page of a report works without this: it only starts replays and sorts tables.

// inflate returns what the text holds, deflated and as base64.
async function inflate(text) {
	const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
	return new Response(stream).text();
}

// start puts a replay into its place.
async function start(stage) {
	const frame = document.createElement("iframe");
	frame.title = "Replay";
	frame.allow = "fullscreen";
	frame.srcdoc = await inflate(stage.parentElement.querySelector("script").textContent);
	stage.replaceChildren(frame);
	frame.addEventListener("load", () => frame.focus());
}

for (const stage of document.querySelectorAll(".stage")) {
	stage.querySelector("button").addEventListener("click", () => start(stage).catch((e) => {
		const said = document.createElement("p");
		said.className = "trouble";
		said.textContent = `This browser does not show the replay: ${e.message}`;
		stage.append(said);
	}));
}

// sort orders the rows of a table by a column: numbers by size, what has none last.
function sort(table, column) {
	const head = table.tHead.rows[0].cells[column], body = table.tBodies[0];
	const down = head.getAttribute("aria-sort") === "ascending";
	for (const cell of table.tHead.rows[0].cells) cell.removeAttribute("aria-sort");
	head.setAttribute("aria-sort", down ? "descending" : "ascending");
	const rows = [...body.rows].map((row) => ({ row, text: row.cells[column].textContent.trim() }));
	const numbers = rows.every((r) => r.text === "" || !Number.isNaN(Number(r.text)));
	const compare = (a, b) => numbers ? Number(a.text) - Number(b.text) : a.text.localeCompare(b.text, "en");
	const empty = (r) => r.text === "";
	rows.sort((a, b) => empty(a) - empty(b) || (down ? -1 : 1) * compare(a, b));
	body.replaceChildren(...rows.map((r) => r.row));
}

for (const table of document.querySelectorAll("table.sorted")) {
	table.tHead.addEventListener("click", (e) => {
		const cell = e.target.closest("th");
		if (cell) sort(table, cell.cellIndex);
	});
}
