// Comforts for those who have scripts: everything works without them.
document.documentElement.classList.add("scripts");

// The time left until a deadline.
const spell = (ms) => {
  const minutes = Math.max(0, Math.floor(ms / 60000));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  return d ? `${d} d ${h} h` : h ? `${h} h ${m} min` : m ? `${m} min` : `${Math.max(0, Math.floor(ms / 1000))} s`;
};
for (const time of document.querySelectorAll("[data-countdown]")) {
  const left = document.createElement("span");
  left.className = "quiet";
  time.after(left);
  const tick = () => { left.textContent = ` (${spell(new Date(time.dateTime) - Date.now())} left)`; };
  tick();
  setInterval(tick, 1000);
}

// Each line judged while it is written.
for (const form of document.querySelectorAll("form[data-judge]")) {
  const box = form.querySelector("textarea"), out = form.querySelector(".judged");
  let timer = 0, latest = 0;
  const show = (answer) => {
    out.replaceChildren(...(answer.lines ?? []).flatMap((line) => {
      const p = document.createElement("p");
      p.className = line.text ? "ok" : "no";
      const worst = line.remarks.map((r) => r.text).join(" ");
      p.textContent = `${line.text ? "✓" : "✗"} ${line.text || line.raw}${worst ? ": " + worst : ""}`;
      return [p];
    }));
    for (const remark of answer.remarks ?? []) {
      const p = document.createElement("p");
      p.textContent = remark;
      out.append(p);
    }
    if (answer.error) out.textContent = answer.error;
  };
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = ++latest;
      const response = await fetch(form.dataset.judge, { method: "POST", body: new FormData(form) });
      const said = await response.json().catch(() => ({}));
      if (mine === latest) show(said);
    }, 350);
  });
}

document.querySelector(".timeline [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Filling in a form's part chooses it.
for (const way of document.querySelectorAll(".way:has(> input[type=radio])")) {
  way.addEventListener("change", (event) => {
    if (event.target.value && event.target.type !== "radio") way.querySelector("input[type=radio]").checked = true;
  });
}

// The map as a keyboard: a click picks a unit, the next ones fill in its order, and the finished line goes into the box.
// What can be picked stands in the form below the box: this knows no game.
const box = document.querySelector("form[data-judge] textarea"), map = document.querySelector(".board svg");
const sentences = [...document.querySelectorAll(".formed .sentence")].filter((s) => !s.closest(".formed details"));
if (box && map && sentences.length) {
  const bar = document.querySelector(".picking");
  const at = (node, code) => (node.dataset.at ?? "").split(" ").includes(code);
  const ways = (sentence) => {
    const found = [...sentence.querySelectorAll(".way:has(input[type=radio])")];
    return found.length ? found.filter((w) => w.querySelector("input").value !== "") : [sentence];
  };
  const words = (node) => [...node.children].flatMap((child) =>
    child.matches(".word") ? [child.textContent] : child.matches("select, input[type=number]") ? [child] : []);
  const label = (way) => words(way).map((w) => (typeof w === "string" ? w : "…")).join(" ");
  let sentence = null, way = null, values = [];

  const forget = () => { sentence = way = null; values = []; };
  const open = (one) => words(one).filter((w) => typeof w !== "string");
  const finish = () => {
    const head = sentence === way ? [] : words(sentence).filter((w) => typeof w === "string");
    const rest = words(way).map((w) => (typeof w === "string" ? w : values.shift()));
    const before = box.value && !box.value.endsWith("\n") ? `${box.value}\n` : box.value;
    box.value = `${before}${[...head, ...rest].join(" ")}\n`;
    box.dispatchEvent(new Event("input"));
    forget();
  };
  const choose = (one) => {
    way = one;
    values = [];
    if (!open(way).length) finish();
    draw();
  };
  const fits = (select, code) => [...(select?.options ?? [])].find((o) => !o.disabled && at(o, code));
  const unit = (code) => sentences.find((s) => [...s.children].some((c) => c.matches(".word") && at(c, code)));
  const click = (code) => {
    if (way) {
      const option = fits(open(way)[values.length], code);
      if (option) {
        values.push(option.value);
        if (values.length === open(way).length) finish();
        return draw();
      }
    } else if (sentence && unit(code) !== sentence) {
      const first = ways(sentence).find((w) => open(w).length === 1 && fits(open(w)[0], code));
      if (first) {
        way = first;
        return click(code);
      }
    } else if (sentence) {
      return choose(ways(sentence).find((w) => !open(w).length) ?? ways(sentence)[0]);
    }
    forget();
    sentence = unit(code) ?? null;
    if (sentence && ways(sentence)[0] === sentence) way = sentence;
    draw();
  };
  const draw = () => {
    const select = way ? open(way)[values.length] : null;
    const selects = select ? [select] : sentence ? ways(sentence).flatMap((w) => (open(w).length === 1 ? open(w) : [])) : [];
    const targets = new Set(selects.flatMap((s) => [...(s.options ?? [])])
      .flatMap((o) => (o.disabled ? [] : (o.dataset.at ?? "").split(" "))));
    for (const region of map.querySelectorAll("[data-region]")) {
      const code = region.dataset.region;
      region.classList.toggle("open", targets.has(code));
      region.classList.toggle("picked", Boolean(sentence) && unit(code) === sentence);
    }
    bar.hidden = !sentence;
    if (!sentence) return;
    const name = words(sentence).filter((w) => typeof w === "string").join(" ");
    const told = document.createElement("span");
    told.textContent = way && way !== sentence ? `${name} ${label(way)}: click the next place. ` : `${name}: click where to, or `;
    const buttons = ways(sentence).filter((w) => w !== way && w !== sentence).map((one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label(one);
      button.addEventListener("click", () => choose(one));
      return button;
    });
    bar.replaceChildren(told, ...buttons);
  };
  map.classList.add("live");
  map.addEventListener("click", (event) => {
    const hit = document.elementsFromPoint(event.clientX, event.clientY)
      .map((e) => e.dataset?.region ?? (e.localName === "use" ? e.getAttribute("href").slice(3) : ""));
    const code = hit.find(Boolean);
    if (code) click(code);
  });
}
