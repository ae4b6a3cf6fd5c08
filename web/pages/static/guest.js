// A guest's phone: asks for a seat by name, and goes on to the page of that seat, whose token it has drawn. So what
// is sent again is the same: one phone gets one seat of a lobby. No text stands here.

const RETRY = 1000; // milliseconds until a name is sent again that wasn't answered, twice as many each time
const LONGEST = 8000;
const PREFIX = "arbiter-guest-";

const draw = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(20)))).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
const form = document.querySelector("[data-join]");

if (form) {
  const [button, answer, name] = ["button", "[data-answer]", "input"].map((one) => form.querySelector(one));
  const kept = () => { try { return JSON.parse(localStorage.getItem(PREFIX + form.dataset.keep)) ?? {}; } catch { return {}; } };
  const token = kept().token ?? draw(); // kept at once, so that two pages of one phone have the same
  const keep = (joined) => { try { localStorage.setItem(PREFIX + form.dataset.keep, JSON.stringify({ token, joined })); } catch { /* the address has it */ } };
  const own = new URL(`../../p/${token}/${location.search}`, location.href);
  const enter = () => location.replace(own);
  const again = () => kept().joined && fetch(own, { method: "HEAD", cache: "no-store" }).then((one) => one.status !== 404 && enter(), enter);
  const say = (text) => { answer.textContent = text; };

  let pause = RETRY;
  const send = async () => {
    let status = 0, told = {};
    try {
      const sent = await fetch(new URL(form.dataset.join + location.search, location.href), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: name.value, token }),
        cache: "no-store",
      });
      status = sent.status;
      told = sent.ok ? await sent.json() : {};
    } catch { status = 0; }
    if (status === 200 && told.refused === undefined) {
      keep(true);
      return enter();
    }
    if (status === 0 || status === 408 || status === 429 || status >= 500) {
      say(form.dataset.lost);
      setTimeout(send, pause);
      pause = Math.min(2 * pause, LONGEST);
      return;
    }
    say(told.refused ?? form.dataset[status === 404 ? "gone" : "wrong"]);
    button.disabled = false;
    name.focus();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    say("");
    pause = RETRY;
    send();
  });
  if (kept().token !== token) keep(false);
  addEventListener("pageshow", again);
}

// A phone whose seat is gone may join again, as another guest.
const page = document.querySelector("[data-press]");
const look = () => {
  if (!page?.querySelector("[data-unseated]")) return;
  try {
    for (const one of Object.keys(localStorage))
      if (one.startsWith(PREFIX) && location.pathname.includes(JSON.parse(localStorage.getItem(one)).token)) localStorage.removeItem(one);
  } catch { /* nothing kept */ }
};
if (page) {
  look();
  new MutationObserver(look).observe(page, { childList: true, subtree: true });
}
