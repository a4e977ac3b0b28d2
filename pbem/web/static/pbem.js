// Comforts for those who have scripts: everything works without them.

// The time left until a deadline; nothing once it has passed.
const spell = (ms) => {
  if (ms <= 0) return "";
  const minutes = Math.floor(ms / 60000);
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  return d ? `${d} d ${h} h` : h ? `${h} h ${m} min` : m ? `${m} min` : `${Math.floor(ms / 1000)} s`;
};
const count = (left, until, words) => {
  const tick = () => {
    const said = words(spell(until - Date.now()));
    if (left.textContent !== said) left.textContent = said;  // a page is laid out anew for nothing else
  };
  tick();
  setInterval(tick, 1000);
};
for (const time of document.querySelectorAll("[data-countdown]")) {
  const left = document.createElement("span");
  left.className = "quiet";
  time.after(left);
  count(left, new Date(time.dateTime), (said) => (said ? ` (${said} left)` : " (passed)"));
}
for (const left of document.querySelectorAll("[data-left]")) count(left, new Date(left.dataset.left), (said) => said || "passed");

document.querySelector(".timeline [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// A map that is wider than its pane begins where its reader is. Nothing but the pane moves.
for (const map of document.querySelectorAll("figure[data-middle]")) {
  const pane = map.querySelector(".pane");
  pane.scrollLeft = (map.dataset.middle / 100) * pane.scrollWidth - pane.clientWidth / 2;
}

// Filling in a form's part chooses it.
for (const way of document.querySelectorAll(".way:has(> input[type=radio])")) {
  way.addEventListener("change", (event) => {
    if (event.target.value && event.target.type !== "radio") way.querySelector("input[type=radio]").checked = true;
  });
}
