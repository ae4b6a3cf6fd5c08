// Keeps a page up to date: the parts that the server names are replaced by what it sends, and clocks run.
// Nothing here knows a text or what a table is. `open` is how events come: another one may be given.

const SILENCE = 2500; // milliseconds without a sign of life after which the line is lost
const LONGEST = 1500; // milliseconds between two tries

const eventSource = (address, hear) => {
  const source = new EventSource(address);
  for (const kind of ["parts", "alive", "gone"])
    source.addEventListener(kind, (event) => hear(kind, event.data, event.lastEventId));
  source.onerror = () => hear("error");
  return () => source.close();
};

// What the page itself has opened or closed stays so.
const shell = (element) => {
  const own = element.cloneNode(false);
  own.removeAttribute("hidden");
  return own;
};
const mixed = (element) => [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim());

// Only what differs is replaced, so that nothing else moves and screen readers hear of nothing else.
const mergeChildren = (old, next) => {
  const [theirs, ours] = [[...next.children], [...old.children]];
  if (ours.length !== theirs.length || mixed(old) || mixed(next)) old.replaceChildren(...next.childNodes);
  else ours.forEach((child, place) => merge(child, theirs[place]));
};
const merge = (old, next) => {
  if (old.isEqualNode(next)) return;
  if (next.childElementCount && shell(old).isEqualNode(shell(next))) mergeChildren(old, next);
  else old.replaceWith(next);
};
const show = (part, html) => {
  const next = shell(part);
  next.innerHTML = html;
  mergeChildren(part, next);
};

const length = (milliseconds) => {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};

// A text that stays the same isn't written, so that nothing is laid out or read out for it.
const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

export function follow(page, open = eventSource) {
  const line = page.querySelector("[data-line]");
  let have = page.dataset.have;
  let ahead = Number(page.dataset.now) - Date.now(); // the server's clock before this one
  let heard = performance.now();
  let opened = heard;
  let tries = 0;
  let ended = false;
  let close = () => {};
  let again;

  const say = (state) => write(line, state ? line.dataset[state] : "");
  const end = () => {
    ended = true;
    close();
    say("gone");
  };
  const connect = () => {
    clearTimeout(again);
    close();
    opened = performance.now();
    const address = new URL(page.dataset.stream, location.href);
    address.search = location.search;
    address.searchParams.set("have", have);
    address.searchParams.set("lang", document.documentElement.lang);
    close = open(address.href, hear);
  };
  const retry = () => {
    close();
    heard = Math.min(heard, performance.now() - SILENCE / 2);
    again = setTimeout(connect, Math.min(LONGEST, 200 * 2 ** tries++) * (0.7 + 0.3 * Math.random()));
    if (tries > 2)
      fetch(location.href, { method: "HEAD", cache: "no-store" }).then((one) => one.status === 404 && end(), () => {});
  };
  const hear = (kind, data, id) => {
    if (ended) return;
    if (kind === "error") return retry();
    heard = performance.now();
    tries = 0;
    say("");
    if (kind === "gone") return end();
    if (kind !== "parts") return;
    have = id;
    const told = JSON.parse(data);
    ahead = told.now - Date.now();
    for (const [name, html] of Object.entries(told.parts)) show(page.querySelector(`[data-part=${name}]`), html);
    tick();
  };
  const tick = () => {
    const now = Date.now() + ahead;
    for (const one of page.querySelectorAll("[data-since]")) write(one, length(now - one.dataset.since));
    for (const one of page.querySelectorAll("[data-until]")) write(one, length(one.dataset.until - now));
  };
  const look = () => {
    const now = performance.now();
    if (ended || now - heard < SILENCE) return;
    say("lost");
    if (now - opened > SILENCE) connect();
  };
  const stay = () => {
    if (document.hidden) return;
    look();
    navigator.wakeLock?.request("screen").catch(() => {});
  };

  connect();
  stay();
  setInterval(() => (look(), tick()), 100);
  document.addEventListener("visibilitychange", stay);
  addEventListener("online", () => ended || connect());
}

const page = document.querySelector("[data-stream]");
if (page) follow(page, globalThis.arbiterEvents);
