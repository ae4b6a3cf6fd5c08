// Shows a game step by step without leaving the page: each step is a page of its own, whose parts take the place
// of those that are shown. Nothing here knows a text.

const PATIENCE = 8000; // milliseconds until an answer is given up

const [nav, line] = [document.querySelector("[data-replay]"), document.querySelector("[data-line]")];
const slider = nav?.querySelector("input");
// Steps come as "5-17 20": most follow each other.
const stepsOf = (runs) =>
  runs.split(" ").flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
let steps = nav && stepsOf(nav.dataset.steps);
let wanted = null;
let busy = false;

const address = (step) => {
  const there = new URL(location.href);
  there.searchParams.set("step", step);
  return there.href;
};
const copy = (from, to, names) => {
  for (const name of names) from.hasAttribute(name) ? to.setAttribute(name, from.getAttribute(name)) : to.removeAttribute(name);
};
const reveal = () => {
  const here = document.querySelector("[aria-current]");
  const list = here?.closest("ol");
  if (list) list.scrollTop = here.offsetTop - list.offsetTop - (list.clientHeight - here.offsetHeight) / 2;
};
const show = (page) => {
  const next = page.querySelector("[data-replay]");
  if (!next) return location.reload();
  const stepped = document.activeElement.dataset.step;
  for (const part of document.querySelectorAll("[data-part]")) {
    const now = page.querySelector(`[data-part=${part.dataset.part}]`);
    if (!part.isEqualNode(now)) part.replaceChildren(...now.childNodes);
  }
  const ways = next.querySelectorAll("[data-way]");
  nav.querySelectorAll("[data-way]").forEach((one, place) => copy(ways[place], one, ["href", "aria-disabled"]));
  const told = next.querySelector("input");
  copy(told, slider, ["max", "aria-valuetext"]);
  steps = stepsOf(next.dataset.steps);
  if (wanted === null) slider.value = told.getAttribute("value");
  document.querySelector(`[data-step="${stepped}"]`)?.focus();
  document.title = page.title;
  reveal();
};
const go = async () => {
  busy = true;
  while (wanted !== null) {
    const there = wanted;
    wanted = null;
    try {
      const answer = await fetch(there, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 404) {
        line.textContent = line.dataset.gone;
        break;
      }
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      line.textContent = "";
      show(page);
      history.replaceState(null, "", there);
    } catch {
      line.textContent = line.dataset.lost;
      wanted ??= there;
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  busy = false;
};
const ask = (there) => {
  wanted = there;
  if (!busy) go();
};
const away = (count) => {
  slider.value = Number(slider.value) + Number(count); // no further than its ends
  ask(address(steps[slider.value]));
};

// Plays by itself, a step each time the last one is shown, until the end or until it is pressed again.
const [play, speed] = ["[data-play]", "[data-speed]"].map((one) => nav?.querySelector(one));
let timer = 0;
const stop = () => {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
};
const tick = () => {
  timer = setTimeout(() => {
    if (!busy) away(1);
    Number(slider.value) < steps.length - 1 ? tick() : stop();
  }, 1000 * speed.value);
};

if (nav) {
  for (const one of [slider, play, speed]) one.hidden = false;
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (Number(slider.value) >= steps.length - 1) away(-steps.length);
    play.setAttribute("aria-pressed", "true");
    tick();
  });
  slider.addEventListener("input", () => ask(address(steps[slider.value])));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-way], [data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    link.dataset.step ? ask(address(link.dataset.step)) : away(link.dataset.way);
  });
  reveal();
}
