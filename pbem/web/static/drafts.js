// What is half written stays in this browser, for its writer and in its box, until it has been sent. The address says
// that it was: "#notice" and the like, to which the answer to a form leads.
const KEPT = "draft ", mine = KEPT + document.getElementById("drafts").dataset.player + " ";
const read = (key) => JSON.parse(localStorage.getItem(key) ?? "{}");

for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT) && !key.startsWith(mine)) localStorage.removeItem(key);

for (const form of document.querySelectorAll("form[data-draft]")) {
  const key = mine + form.dataset.draft, box = form.querySelector("textarea"), ticks = [...form.querySelectorAll("input[name=to]")];
  const keep = (sent) => {
    if (!box.value.trim()) return localStorage.removeItem(key);
    const to = ticks.filter((tick) => tick.checked).map((tick) => tick.value);
    localStorage.setItem(key, JSON.stringify({ text: box.value, to, sent }));
  };
  const { text, to, sent } = read(key);
  if (sent && location.hash === `#${form.dataset.at}`) {
    localStorage.removeItem(key);
    history.replaceState(history.state, "", location.pathname + location.search);
  } else if (text && !box.value) {
    box.value = text;
    for (const tick of ticks) tick.checked = to.includes(tick.value);
    if (form.closest("details")) form.closest("details").open = true;
    keep();
  } else if (box.value) keep();
  form.addEventListener("input", () => keep());
  form.addEventListener("change", () => keep());
  document.addEventListener("submit", (event) => { if (form.contains(event.submitter ?? event.target)) keep(true); });
}
