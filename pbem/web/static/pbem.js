// Comforts for those who have scripts: everything works without them.

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
      if (response.ok && mine === latest) show(await response.json());
    }, 350);
  });
  // A click on the map writes the place where the cursor stands.
  document.querySelector(".map svg")?.addEventListener("click", (event) => {
    const code = event.target.closest("[data-region]")?.dataset.region;
    if (!code) return;
    const before = box.value.slice(0, box.selectionStart);
    const gap = before && !/\s$/.test(before) ? " " : "";
    box.setRangeText(gap + code, box.selectionStart, box.selectionEnd, "end");
    box.dispatchEvent(new Event("input"));
  });
}
