// Sends what is pressed on a seat's page, one after the other, each under a key of its own until it is answered.
// What can't be sent waits, also over a reload, and is told: nothing is lost in silence. No text stands here.

const HOLD = 450; // milliseconds after which a button that is held repeats, and between two repeats
const REPEAT = 120;
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

const read = (button) => {
  const { do: what, who, amount, kind, commander, turn, last, on, edit, of } = button.dataset;
  const press = { do: what, game: game() };
  if (who !== undefined) press.who = who;
  if (amount !== undefined) press.amount = Number(amount);
  if (kind !== undefined) press.kind = kind;
  if (commander !== undefined) press.commander = commander;
  if (turn !== undefined) press.turn = Number(turn);
  if (on !== undefined) press.on = on !== "";
  if (edit !== undefined) press.edit = edit;
  if (of !== undefined) press.of = of;
  let label = button.dataset.label ?? button.textContent.trim();
  if (what === "combat") {
    const chosen = button.closest("fieldset").querySelector("input:checked");
    press.commander = chosen.value;
    label = `${chosen.parentNode.querySelector("span").textContent} → ${label}`;
  }
  // What is undone is the last step as it is shown; behind presses that aren't answered yet, the last of these.
  if (what === "undo" && !queue.length) press.last = atGame === game() && at > Number(last) ? at : Number(last);
  return { key: random(), place: PLACE, when: Date.now(), label, press, sent: false, late: queue.length > 0 && queue[0].late };
};
const enter = (button) => {
  if (gone || button.disabled) return;
  const one = read(button);
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

let holding;
let repeated = false;
const release = () => clearTimeout(holding);
page.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("button[data-hold]");
  release();
  repeated = false;
  if (!button || event.button) return;
  const repeat = () => {
    repeated = true;
    if (!button.isConnected) return;
    enter(button);
    holding = setTimeout(repeat, REPEAT);
  };
  holding = setTimeout(repeat, HOLD);
});
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, release);
page.addEventListener("pointerout", (event) => event.target.closest("button[data-hold]") && release());
page.addEventListener("contextmenu", (event) => event.target.closest("button[data-hold]") && event.preventDefault());
page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button === dismiss) {
    refused.replaceChildren();
    dismiss.hidden = true;
  } else if (button.dataset.look !== undefined) look(button.dataset.look);
  else if (button.dataset.do && !(repeated && button.dataset.hold !== undefined && event.detail)) enter(button);
  repeated = false;
  const closes = button.dataset.closes && document.getElementById(button.dataset.closes);
  if (closes) {
    closes.checked = false;
    chosen.delete(closes.id);
  }
  if (closes === opens) fix.replaceChildren();
  if (button.dataset.do === "join") {
    button.parentNode.remove();
    dismiss.hidden = !refused.childElementCount;
  }
});

// What a fix would change is asked for; only what is pressed then goes the way of every press.
const opens = page.querySelector("[data-fixes]");
const fix = page.querySelector("[data-fix]");
let looking = 0;
const look = async (query) => {
  const mine = ++looking;
  opens.checked = true;
  const address = new URL(opens.dataset.fixes, location.href);
  address.search = query;
  address.searchParams.set("lang", document.documentElement.lang);
  let html;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.status === 404) leave();
    html = answer.ok ? await answer.text() : undefined;
  } catch { /* the line is lost */ }
  if (mine !== looking || !opens.checked) return;
  if (html === undefined) {
    fix.textContent = gone ? line.dataset.gone : line.dataset.lost;
    setTimeout(() => !gone && mine === looking && opens.checked && look(query), RETRY * 2);
    return;
  }
  fix.innerHTML = html;
  fix.querySelector("h2")?.focus();
};
opens.addEventListener("change", () => (opens.checked ? look("") : fix.replaceChildren()));
fix.addEventListener("submit", (event) => {
  event.preventDefault();
  look(new URLSearchParams(new FormData(event.target)).toString());
});

// What is chosen, open or focused stays so where its part was made anew.
const chosen = new Map();
let focused = "";
const signature = (one) => one.id || ["do", "who", "kind", "amount", "commander"].map((name) => one.dataset[name]).join("|");
page.addEventListener("change", ({ target: one }) => {
  if (fix.contains(one)) return;
  if (one.type === "radio") chosen.set(one.name, one.value);
  else chosen.set(one.id, one.checked);
});
page.addEventListener("focusin", ({ target: one }) => {
  focused = fix.contains(one) || !one.matches("button, input") ? "" : signature(one);
});
new MutationObserver(() => {
  for (const one of page.querySelectorAll("[data-part] input")) {
    if (one.type !== "radio") one.checked = chosen.get(one.id) ?? one.checked;
    else if (chosen.get(one.name) === one.value) one.checked = true;
  }
  if (document.activeElement !== document.body || !focused) return;
  const again = [...page.querySelectorAll("button, input")].find((one) => signature(one) === focused);
  if (again) again.focus({ preventScroll: true });
}).observe(page, { childList: true, subtree: true });

page.querySelector("[data-script]").remove();
addEventListener("online", send);
addEventListener("beforeunload", (event) => unkept && queue.length && event.preventDefault());
setInterval(show, 500);
show();
send();
