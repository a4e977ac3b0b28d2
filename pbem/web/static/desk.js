// The desk without leaving the page: each step fetches the same page that its form would lead to, and what may have
// changed is put in. It knows no game, and no step: all that is said stands in the page.
const said = document.getElementById("said"), PARTS = ["notice", "board", "finder", "sheet", "orders", "stands", "ready"];
const part = (id) => document.getElementById(id);
const announce = (text) => { said.textContent = text; };
let busy = false;

// --- steps ---

async function take(url, data, from) {
  if (busy) return;
  busy = true;
  part("desk").setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, { method: "POST", body: data, headers: { "X-Part": "desk" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.getElementById("desk")) put(page, from);
    else warn(page.querySelector("main p")?.textContent);
  } catch {
    warn();
  } finally {
    busy = false;
    part("desk").removeAttribute("aria-busy");
  }
}

// Signed out elsewhere, too much at once, no connection: the page stays as it is, and says so.
function warn(text = "That did not arrive; nothing was done. Try it again.") {
  const p = document.createElement("p");
  p.className = "notice bad";
  p.setAttribute("role", "alert");
  p.textContent = text;
  part("notice").replaceChildren(p);
  p.scrollIntoView({ block: "nearest" });
}

function put(page, from) {
  if (PARTS.some((id) => Boolean(page.getElementById(id)) !== Boolean(part(id)))) return location.reload();
  const views = [...document.querySelectorAll("#board svg[data-whole]")].map((svg) => svg.dataset.moved && svg.getAttribute("viewBox"));
  const keys = [...document.querySelectorAll(".key")].map((key) => key.open);
  const at = part("board").scrollTop, shelf = part("finder")?.scrollLeft;
  const chip = document.querySelector(".chip[aria-current]")?.value;
  const boxed = page.getElementById("box");
  for (const id of boxed ? [...PARTS, "box"] : PARTS) part(id)?.replaceWith(page.getElementById(id));
  document.querySelectorAll("#board svg[data-whole]").forEach((svg, n) => views[n] && look(svg, views[n].split(" ").map(Number)));
  document.querySelectorAll(".key").forEach((key, n) => { key.open = keys[n]; });
  part("board").scrollTop = at;
  if (part("finder")) part("finder").scrollLeft = shelf;
  dress();
  announce([...page.querySelectorAll(".said")].map((p) => p.textContent).join(" "));
  land(from, chip);
  if (boxed) (document.querySelector("#notice [role=alert]") ?? part("orders")).scrollIntoView({ block: "nearest" });
}

// Where the hand was (docs/desk.md): a sheet that opens is read from its title; else the row that changed, or what was
// pressed. What one begins the next order with comes back into view.
function land(from, chip) {
  const alert = document.querySelector("#notice [role=alert], #ready [role=alert]");
  const row = document.querySelector("[data-changed]"), title = part("asked");
  if (from?.startsWith("ready")) return (part("surely") ?? document.querySelector("#ready button"))?.focus({ preventScroll: true });
  if (alert) announce(alert.textContent);
  if (row) {
    row.focus({ preventScroll: true });
    part("finder")?.scrollIntoView({ block: "nearest" });
    announce(`${row.querySelector(".says").textContent}: ${row.dataset.changed}.`);
  } else if (title) {
    title.focus({ preventScroll: true });
    const box = part("sheet").getBoundingClientRect(), shown = part(part("sheet").dataset.with);
    const beside = shown && box.left > shown.getBoundingClientRect().left + 1;
    if (shown) (beside ? part("sheet") : shown).scrollIntoView({ block: "start" });
    else if (box.top > innerHeight - 180 || box.top < 56) part("sheet").scrollIntoView({ block: "nearest" });
  } else if (from === "orders") {
    part("standing").focus({ preventScroll: true });
  } else {
    const before = [...document.querySelectorAll(".chip")].find((one) => one.value === chip);
    (before ?? document.querySelector(".chip"))?.focus({ preventScroll: true });
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#desk") || form.dataset.judge || "leaves" in form.dataset || event.submitter?.closest("#press")) return;
  event.preventDefault();
  if (event.submitter?.name === "near") return nearer(event.submitter);
  const within = form.id === "steps" ? event.submitter?.closest("#orders") : form;
  take(form.action.split("#")[0], new FormData(form, event.submitter), within?.closest("[id]:not(form)")?.id);
});

const steps = (more) => {
  const data = new FormData(part("steps"));
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  take(part("steps").action.split("#")[0], data);
};

document.addEventListener("click", (event) => {
  const pick = event.target.closest?.("#board a.pick") ?? (event.target.closest?.("#board svg") && small(event));
  if (!pick) return;
  event.preventDefault();
  if (!dragged) steps({ at: pick.dataset.at });
});

// A finger is wider than a small region: what is pressed beside one means it.
function small({ clientX, clientY }) {
  const far = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return Math.min(width, height) < 24 ? Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY) : Infinity;
  };
  return [...document.querySelectorAll("#board a.pick")].find((node) => far(node) <= 16);
}

// --- the map: nearer, farther, aside ---

const seen = (svg) => svg.getAttribute("viewBox").split(" ").map(Number);
let dragged = false, last = null;
addEventListener("pointerup", () => { last = null; });

function look(svg, [x, y, width, height]) {
  const [whole, high] = svg.dataset.whole.split(" ").map(Number);
  const wide = Math.min(width, whole), tall = Math.min(height, high);
  const within = (at, room, size) => Math.max(-size / 2, Math.min(at, room - size / 2));
  svg.setAttribute("viewBox", [within(x, whole, wide), within(y, high, tall), wide, tall].map(Math.round).join(" "));
  svg.dataset.moved = "yes";
}

function zoom(svg, factor) {
  const [x, y, width, height] = seen(svg);
  look(svg, [x + width * (1 - factor) / 2, y + height * (1 - factor) / 2, width * factor, height * factor]);
}

const nearer = (button) => zoom(button.closest(".map").querySelector("svg"), button.textContent === "+" ? 0.6 : 1 / 0.6);

function movable(svg) {
  const scale = () => 1 / svg.getScreenCTM().a;
  const move = (dx, dy) => { const [x, y, w, h] = seen(svg); look(svg, [x - dx * scale(), y - dy * scale(), w, h]); };
  svg.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType === "mouse" && event.button === 0) last = [event.clientX, event.clientY];
  });
  svg.addEventListener("pointermove", (event) => {
    if (!last || !event.buttons) return;
    const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
    if (!dragged && Math.hypot(dx, dy) < 6) return;
    dragged = true;
    move(dx, dy);
    last = [event.clientX, event.clientY];
  });
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  let fingers = null;
  const pair = ([a, b]) => ({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2,
    apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1 });
  svg.addEventListener("touchstart", (event) => { fingers = event.touches.length === 2 ? pair(event.touches) : null; });
  svg.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !fingers) return;
    event.preventDefault();
    const now = pair(event.touches);
    move(now.x - fingers.x, now.y - fingers.y);
    zoom(svg, fingers.apart / now.apart);
    fingers = now;
  }, { passive: false });
}

// --- keys ---

// The board is one stop; arrow keys go round what can be picked on it.
const picks = () => [...document.querySelectorAll("#board a.pick, #board button.face-up")].filter((node) => node.getClientRects().length);
const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function neighbour(from, [ux, uy]) {
  const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from);
  const far = picks().filter((node) => node !== from).map((node) => {
    const [dx, dy] = middle(node).map((at, n) => at - [x, y][n]);
    const along = dx * ux + dy * uy;
    return { node, cost: along > 1 ? along + 2 * Math.abs(dx * uy - dy * ux) : Infinity };
  }).sort((a, b) => a.cost - b.cost);
  return far[0]?.cost < Infinity ? far[0].node : null;
}

document.addEventListener("keydown", (event) => {
  const on = document.activeElement?.closest?.("#board a.pick, #board button.face-up");
  if (on && TOWARDS[event.key]) {
    event.preventDefault();
    const next = neighbour(on, TOWARDS[event.key]);
    if (next) { on.tabIndex = -1; next.tabIndex = 0; next.focus(); }
  } else if (event.key === "Escape" && !event.target.closest?.("textarea, dialog")) {
    (document.querySelector("#sheet [data-back]") ?? document.querySelector("#sheet [name=say][value='']"))?.click();
  }
});

// --- what a page without scripts does not need ---

function dress() {
  picks().forEach((node, n) => { node.tabIndex = n ? -1 : 0; });
  document.querySelectorAll("#board svg[data-whole]").forEach(movable);
  for (const input of document.querySelectorAll(".number input[type=number]")) {
    const button = (sign, up) => {
      const one = document.createElement("button");
      one.type = "button";
      one.textContent = sign;
      one.setAttribute("aria-label", up ? "One more" : "One less");
      one.addEventListener("click", () => (up ? input.stepUp() : input.stepDown()));
      return one;
    };
    input.parentElement.before(button("−", false));
    input.parentElement.after(button("+", true));
  }
}
dress();

// --- the text box: each line judged while it is written, with ways to go on ---

for (const form of document.querySelectorAll("form[data-judge]")) {
  const box = form.querySelector("textarea"), out = form.querySelector(".judged"), onward = form.querySelector(".completions");
  let timer = 0, latest = 0;
  const line = (mark, text, told) => {
    const p = document.createElement("p");
    p.className = mark === "✗" ? "no" : "ok";
    p.textContent = `${mark} ${text}${told ? ": " + told : ""}`;
    return p;
  };
  const show = (answer) => {
    out.replaceChildren(...(answer.lines ?? []).map((one) => line(one.mark, one.words, one.remarks.join(" "))),
      ...(answer.remarks ?? []).map((text) => line("!", text)), ...(answer.error ? [line("✗", answer.error)] : []));
    onward.replaceChildren(...(answer.next ?? []).map((way) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = way.words;
      button.addEventListener("click", () => {
        box.value = [...box.value.split("\n").slice(0, -1), way.text].join("\n");
        box.focus();
        box.dispatchEvent(new Event("input"));
      });
      return button;
    }));
  };
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = ++latest;
      const response = await fetch(form.dataset.judge, { method: "POST", body: new FormData(form) });
      const answer = await response.json().catch(() => ({}));
      if (mine === latest) show(answer);
    }, 300);
  });
}
