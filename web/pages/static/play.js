// Sends what is pressed on a seat's page, one after the other, each under a key of its own until it is answered.
// What can't be sent waits, also over a reload, and is told: nothing is lost in silence. No text stands here.

const HOLD = 450; // milliseconds after which a button that is held repeats, and between two repeats
const REPEAT = 120;
const LEAP = 700; // the same, for one that repeats in larger steps
const TOAST = 6000; // milliseconds for which what was entered can be taken back beside it
const PATIENCE = 8000; // milliseconds that an answer may take
const RETRY = 700;
const SLOW = 2000; // milliseconds after which a press that waits is told
const MERGED = ["life", "counter"];

const page = document.querySelector("[data-press]");
const waiting = page.querySelector("[data-waiting]");
const refused = page.querySelector("[data-refused]");
const dismiss = page.querySelector("[data-dismiss]");
const line = page.querySelector("[data-line]");
const PREFIX = `arbiter-seat-${page.dataset.keep}-`;
const PLACE = [...location.pathname].reduce((sum, one) => (Math.imul(sum, 31) + one.charCodeAt(0)) | 0, 0);

let at = null; // the step after the last answer, and its game
let atGame;
let busy = false;
let gone = false;
let unkept = false; // the browser keeps nothing, so whoever leaves is asked first while something waits
let entered = [];
let again;

const buzz = (...pattern) => matchMedia("(prefers-reduced-motion: reduce)").matches || navigator.vibrate?.(pattern);
const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);
const told = (one) => (one.amountShown ? `${one.label} ${one.amountShown}` : one.label);
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

// Each press is kept under its own name, so that two pages of one link don't overwrite each other's.
const keep = (one) => { try { localStorage.setItem(PREFIX + one.key, JSON.stringify(one)); } catch { unkept = true; } };
const forget = (one) => { try { localStorage.removeItem(PREFIX + one.key); } catch { /* nothing kept */ } };
const game = () => Number(page.querySelector("[data-game]")?.dataset.game) || undefined;
const kept = () => {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => ({ ...JSON.parse(localStorage.getItem(name)), sent: true, late: true }))
      .sort((one, other) => one.when - other.when);
  } catch {
    return [];
  }
};
const queue = kept();

const show = () => {
  const late = queue.filter((one) => one.late || Date.now() - one.when > SLOW);
  const parts = [];
  if (late.length) parts.push(`${waiting.dataset.sending} ${late.map(told).join(", ")}`);
  if (entered.length && !late.length) parts.push(`${waiting.dataset.entered} ${entered.join(", ")}`);
  const text = parts.join(" ");
  if (waiting.textContent !== text) waiting.textContent = text;
};
const refuse = (one, why, joins, head = refused.dataset.refused) => {
  buzz(60, 40, 60);
  const about = document.createElement("div");
  for (const line of [`${head} ${told(one)}. ${why}`, ...(joins ?? [])])
    about.append(Object.assign(document.createElement("p"), { textContent: line }));
  if (joins) {
    const join = Object.assign(document.createElement("button"), { type: "button", className: "act main" });
    join.textContent = refused.dataset.same;
    Object.assign(join.dataset, { do: "join", of: one.key, label: `${refused.dataset.same}: ${told(one)}` });
    about.append(join);
  }
  refused.append(about);
  dismiss.hidden = false;
};

const post = async (one) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(new URL(page.dataset.press + location.search, location.href), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...one.press, key: one.key }),
      cache: "no-store",
      signal: stop.signal,
    });
    return { status: answer.status, told: answer.ok ? await answer.json() : {} };
  } catch {
    return { status: 0, told: {} };
  } finally {
    clearTimeout(timer);
  }
};

const send = async () => {
  clearTimeout(again);
  if (busy || gone || !queue.length) return;
  busy = true;
  const one = queue[0];
  one.sent = true;
  if (one.press.do === "undo" && one.press.last === undefined) one.press.last = at;
  const fixes = one.press.do === "fix";
  keep(one);
  const { status, told: answer } = await post(one);
  busy = false;
  if (status === 0 || status === 408 || status === 429 || status >= 500) {
    for (const each of queue) each.late = true;
    show();
    again = setTimeout(send, RETRY);
    return;
  }
  if (status === 404) return leave();
  queue.shift();
  forget(one);
  if (status !== 200) refuse(one, "");
  else if (answer.refused !== undefined) {
    refuse(one, answer.refused, answer.joins);
    if (fixes) look(`edit=${encodeURIComponent(one.press.edit)}`);
  } else {
    at = answer.at;
    atGame = one.press.game;
    if (one.late) entered.push(told(one));
    say(["undo", "leave"].includes(one.press.do) ? "" : told(one));
  }
  show();
  send();
};
const leave = () => {
  gone = true;
  line.textContent = line.dataset.gone;
  for (const one of queue.splice(0)) {
    forget(one);
    // Of what was sent and never answered nobody knows whether it arrived.
    refuse(one, line.dataset.gone, undefined, one.sent ? refused.dataset.unsure : refused.dataset.refused);
  }
  show();
};

// What was entered last stands for a while beside a button that takes it back.
const toast = page.querySelector("[data-toast]");
const [said, undoes] = toast.children;
let fades;
const say = (text) => {
  clearTimeout(fades);
  toast.hidden = !text;
  if (!text) return;
  said.textContent = text;
  Object.assign(undoes.dataset, { do: "undo", last: at });
  undoes.setAttribute("aria-label", `${toast.dataset.undo}: ${text}`);
  fades = setTimeout(say, TOAST, "");
};

const read = (data, label) => {
  const { do: what, who, amount, kind, commander, turn, last, on, edit, of, what: made } = data;
  const press = { do: what, game: game() };
  if (who !== undefined) press.who = who;
  if (amount !== undefined) press.amount = Number(amount);
  if (kind !== undefined) press.kind = kind;
  if (commander !== undefined) press.commander = commander;
  if (turn !== undefined) press.turn = Number(turn);
  if (on !== undefined) press.on = on !== "";
  if (edit !== undefined) press.edit = edit;
  if (of !== undefined) press.of = of;
  if (made !== undefined) press.what = made;
  // What is undone is the last step as it is shown; behind presses that aren't answered yet, the last of these.
  if (what === "undo" && !queue.length) press.last = atGame === game() && at > Number(last) ? at : Number(last);
  return { key: random(), place: PLACE, when: Date.now(), label, press, sent: false, late: queue.length > 0 && queue[0].late };
};
const enter = (data, label, times = 1) => {
  if (gone) return;
  const one = read(data, label);
  if (times > 1) one.press.amount *= times;
  buzz(8);
  say("");
  const before = queue[queue.length - 1];
  entered = [];
  const same = (name) => before.press[name] === one.press[name];
  if (before && !before.sent && MERGED.includes(one.press.do) && ["do", "who", "kind", "game"].every(same) &&
      before.press.amount > 0 === one.press.amount > 0) {
    before.press.amount += one.press.amount;
  } else queue.push(one);
  const last = queue[queue.length - 1];
  if (last.press.amount !== undefined)
    last.amountShown = last.press.do === "combat" ? String(last.press.amount) : signed(last.press.amount);
  keep(last);
  show();
  send();
};

const press = (button, times) => {
  if (!button.disabled) enter(button.dataset, button.dataset.label ?? button.textContent.trim(), times);
};

// Each finger holds a button of its own. A finger's press counts when it leaves the button: browsers say
// nothing of a click while several fingers are on the page.
const fingers = new Map();
const touched = new WeakMap();
const release = ({ pointerId }) => {
  clearTimeout(fingers.get(pointerId)?.timer);
  fingers.delete(pointerId);
};
const held = ({ target }) => target.closest?.("button[data-hold]");
page.addEventListener("pointerdown", (event) => {
  const button = held(event);
  release(event);
  if (!button || event.button) return;
  touched.delete(button);
  const [first, then] = button.dataset.hold.split(" ").map((one) => Number(one) || 1);
  const finger = { button, repeated: 0 };
  const repeat = () => {
    if (!button.isConnected) return;
    press(button, finger.repeated++ ? (then ?? 1) : first);
    finger.timer = setTimeout(repeat, then ? LEAP : REPEAT);
  };
  finger.timer = setTimeout(repeat, HOLD);
  fingers.set(event.pointerId, finger);
  button.releasePointerCapture?.(event.pointerId);
});
page.addEventListener("pointerup", (event) => {
  const finger = fingers.get(event.pointerId);
  release(event);
  if (!finger) return;
  const { button, repeated } = finger;
  if (repeated || event.pointerType === "touch") touched.set(button, performance.now());
  if (!repeated && event.pointerType === "touch" && held(event) === button) press(button);
});
addEventListener("pointerup", release);
addEventListener("pointercancel", release);
addEventListener("blur", () => [...fingers.keys()].forEach((pointerId) => release({ pointerId })));
page.addEventListener("pointerout", (event) => held(event) && release(event));
page.addEventListener("contextmenu", (event) => held(event) && event.preventDefault());
page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const done = event.detail && performance.now() - touched.get(button) < HOLD;
  if (button === dismiss) {
    refused.replaceChildren();
    dismiss.hidden = true;
  } else if (button.dataset.look !== undefined) look(button.dataset.look);
  else if (button.dataset.open) open(button);
  else if (button.dataset.do && !done) press(button);
  if (button.dataset.closes !== undefined) close();
  if (button.dataset.do === "join") {
    button.parentNode.remove();
    dismiss.hidden = !refused.childElementCount;
  }
});

// One sheet at a time lies over everything but the bar: that of a player, of a fix, or a question.
const sheets = () => page.querySelectorAll("[data-sheet]");
const sheet = page.querySelector("[data-sheet=player]");
const [name, total, pages] = ["name", "total", "page"].map((one) => sheet.querySelector(`[data-${one}]`));
let shown = null; // which one, for whom, and whether its second page
let opener = null;
const write = (element, text) => element.textContent === text || (element.textContent = text);
const own = () => sheet.querySelector(`[data-of="${CSS.escape(shown?.who ?? "")}"]`);
const way = () => Number(sheet.querySelector("[name=way]:checked").value);
const label = (text, n) => text.replace("{who}", shown.name).replace("{change}", signed(n)).replace("{n}", n);
const lay = () => {
  if (shown && shown.game !== game()) shown = null;
  for (const one of sheets()) one.hidden = one.dataset.sheet !== shown?.sheet;
  for (const one of page.querySelectorAll("[data-part=others], [data-part=mine], [data-part=tiles]")) one.inert = shown !== null;
  if (shown?.sheet !== "player") return;
  const group = own();
  const mine = page.querySelector(".halves [data-open], .bar [data-open=player]")?.dataset.who === shown.who;
  write(name, shown.name);
  const from = page.querySelector(`[data-open][data-who="${CSS.escape(shown.who)}"] .number`);
  write(total, from?.textContent ?? "");
  for (const one of sheet.querySelectorAll("[data-of]")) one.hidden = one !== group;
  sheet.classList.toggle("second", shown.second);
  sheet.classList.toggle("self", mine);
  sheet.classList.toggle("harmless", !group?.querySelector(".card"));
  pages.hidden = !group;
  write(pages, shown.second ? pages.dataset.first : pages.dataset.second);
  for (const one of sheet.querySelectorAll("[data-n]")) {
    const [n, life] = [Number(one.dataset.n), one.closest("[data-life]")];
    one.setAttribute("aria-label", life ? label(life.dataset.life, way() * n) : label(one.closest("[data-combat]").dataset.combat, n));
  }
};
const keys = (pad) => {
  for (const one of sheet.querySelectorAll("[data-pad]")) one.hidden = one.dataset.pad === pad;
  for (const one of sheet.querySelectorAll("[data-keys-of]")) {
    one.hidden = one.dataset.keysOf !== pad;
    one.querySelector("[data-typed]").textContent = "";
  }
};
const open = (button) => {
  const { open: which, who, name: named, second } = button.dataset;
  if (!shown) opener = signature(button);
  shown = { sheet: which, who, name: named, second: second !== undefined, game: game() };
  keys("");
  sheet.querySelector("[name=way]").checked = true;
  lay();
  if (which === "fix") look("");
  else page.querySelector(`[data-sheet=${which}]`).querySelector("[tabindex], button").focus();
};
const close = () => {
  shown = null;
  fix.replaceChildren();
  lay();
  [...page.querySelectorAll("button")].find((one) => signature(one) === opener)?.focus({ preventScroll: true });
};
const strike = (pad, n) => {
  if (!n) return;
  const combat = pad === "combat" && own().querySelector("input:checked");
  if (!combat) enter({ do: "life", who: shown.who, amount: way() * n }, shown.name);
  else enter(
    { do: "combat", who: shown.who, amount: n, commander: combat.value },
    `${combat.parentNode.querySelector("span").textContent} → ${shown.name}`,
  );
  close();
};
sheet.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  const { n, digit } = button?.dataset ?? {};
  const pad = button?.closest("[data-pad], [data-keys-of]");
  const typed = pad?.querySelector("[data-typed]");
  if (n) strike(pad.dataset.pad, Number(n));
  else if (button?.dataset.keys !== undefined) keys(pad.dataset.pad);
  else if (digit !== undefined) typed.textContent = digit ? (typed.textContent + digit).slice(0, 6) : typed.textContent.slice(0, -1);
  else if (button?.dataset.enter !== undefined) strike(pad.dataset.keysOf, Number(typed.textContent));
  else if (button === pages) {
    shown.second = !shown.second;
    lay();
  }
});
sheet.addEventListener("change", lay);
addEventListener("keydown", ({ key }) => key === "Escape" && shown && close());

// What a fix would change is asked for; only what is pressed then goes the way of every press.
const fix = page.querySelector("[data-fix]");
let looking = 0;
const look = async (query) => {
  const mine = ++looking;
  shown = { sheet: "fix", game: game() };
  lay();
  const address = new URL("fix", location.href);
  address.search = query;
  address.searchParams.set("lang", document.documentElement.lang);
  let html;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.status === 404) leave();
    html = answer.ok ? await answer.text() : undefined;
  } catch { /* the line is lost */ }
  if (mine !== looking || shown?.sheet !== "fix") return;
  if (html === undefined) {
    fix.textContent = gone ? line.dataset.gone : line.dataset.lost;
    setTimeout(() => !gone && mine === looking && shown?.sheet === "fix" && look(query), RETRY * 2);
    return;
  }
  fix.innerHTML = html;
  fix.querySelector("h2")?.focus();
};
fix.addEventListener("submit", (event) => {
  event.preventDefault();
  look(new URLSearchParams(new FormData(event.target)).toString());
});

// What is chosen, open or focused stays so where its part was made anew.
const chosen = new Map();
let focused = "";
const signature = (one) =>
  one.id || ["do", "open", "who", "kind", "what", "amount", "commander"].map((name) => one.dataset[name]).join("|");
page.addEventListener("change", ({ target: one }) => {
  if (fix.contains(one)) return;
  if (one.name !== "way") chosen.set(one.name, one.value);
});
page.addEventListener("focusin", ({ target: one }) => {
  focused = fix.contains(one) || !one.matches("button, input") ? "" : signature(one);
});
let near = false;
let played = game();
new MutationObserver(() => {
  if (game() !== played) { // what was entered in a game says nothing of the next one
    played = game();
    entered = [];
    say("");
    show();
  }
  for (const one of page.querySelectorAll("[data-part] input"))
    if (chosen.get(one.name) === one.value) one.checked = true;
  lay();
  const nears = page.querySelector(".me.near") !== null;
  if (nears && !near) buzz(200, 100, 200);
  near = nears;
  if (document.activeElement !== document.body || !focused) return;
  const again = [...page.querySelectorAll("button, input")].find((one) => signature(one) === focused);
  if (again) again.focus({ preventScroll: true });
}).observe(page, { childList: true, subtree: true });

page.querySelector("[data-script]").remove();
lay();
addEventListener("online", send);
addEventListener("beforeunload", (event) => unkept && queue.length && event.preventDefault());
setInterval(show, 500);
show();
send();
