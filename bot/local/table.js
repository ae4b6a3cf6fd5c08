// Runs before the preview's own script: the key, the channel of the address, who you were, and times that go on.
"use strict";
(() => {
  const table = document.querySelector("meta[name=table]");
  const thread = new URLSearchParams(location.search).get("thread");
  const channel = thread || decodeURIComponent(location.pathname.slice(1)) || table.dataset.first;
  const person = "arbiter-person";

  // The preview reads its key from the address. It is put there for that moment only.
  history.replaceState(null, "", `${location.pathname}${location.search}#${table.content}`);

  const fetched = window.fetch;
  window.fetch = (path, options) => {
    if (path !== "/api/pages" || options?.method !== "POST") return fetched(path, options);
    const viewer = sessionStorage.getItem(person);
    return fetched(path, {
      ...options,
      headers: {
        ...options.headers,
        "X-Table-Channel": channel,
        "X-Table-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      body: JSON.stringify(viewer ? { viewer_id: viewer } : {}),
    });
  };

  const units = [["second", 60], ["minute", 60], ["hour", 24], ["day", 7], ["week", Infinity]];
  const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
  const relative = /^(in |now$|this |last |next |yesterday$|tomorrow$)| ago$/;
  function tick() {
    for (const time of document.querySelectorAll("time.discord-timestamp")) {
      if (!relative.test(time.textContent)) continue;
      let amount = (new Date(time.dateTime) - Date.now()) / 1000;
      for (const [unit, size] of units) {
        if (Math.abs(amount) < size) {
          const said = words.format(Math.round(amount), unit);
          if (said !== time.textContent) time.textContent = said;
          break;
        }
        amount /= size;
      }
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    history.replaceState(null, "", location.pathname + location.search);
    for (const link of document.querySelectorAll(".table-channels a")) {
      if (link.pathname === `/${channel}`) link.setAttribute("aria-current", "page");
    }
    document.querySelector("#viewer-picker").addEventListener("change", (event) => {
      sessionStorage.setItem(person, event.target.value);
    });
    setInterval(tick, 1000);

    // A press on a command in a message types it, as in Discord, also by keyboard; here on an example, too.
    const timeline = document.querySelector("#channel-timeline");
    timeline.addEventListener("click", (event) => {
      const command = event.target.closest(".command-mention, code");
      const field = document.querySelector("#channel-composer-input");
      if (!command?.textContent.startsWith("/") || field.offsetParent === null) return;
      field.value = command.textContent;
      field.focus();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    timeline.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches(".command-mention")) return;
      event.preventDefault();
      event.target.click();
    });
    new MutationObserver(() => {
      for (const one of timeline.querySelectorAll(".command-mention:not([tabindex])")) {
        one.tabIndex = 0;
        one.role = "button";
      }
    }).observe(timeline, { childList: true, subtree: true });

    // Whoever is at the newest message stays there, whatever comes, goes or opens. The preview forgets it when its
    // list of commands opens above the field, and keeps the oldest message that is to be seen in its place.
    const end = () => timeline.scrollHeight - timeline.clientHeight;
    const size = () => `${timeline.scrollHeight} ${timeline.clientHeight}`;
    let atEnd = true;
    let known = size();
    timeline.addEventListener("scroll", () => {
      if (size() === known) atEnd = end() - timeline.scrollTop <= 1; // or else it isn't a person who has scrolled
    });
    const stay = new ResizeObserver(() => {
      if (atEnd) timeline.scrollTop = end();
      known = size();
    });
    for (const one of [timeline, ...timeline.children]) stay.observe(one);

    // What a developer wants to be told after each press; only what went wrong is left.
    const status = document.querySelector("#action-status");
    const routine = /(completed|updated|sent|deleted|switched|opened|refreshed|ready|…)$/;
    const quieten = () => { status.style.visibility = routine.test(status.textContent) ? "hidden" : "visible"; };
    new MutationObserver(quieten).observe(status, { childList: true, characterData: true, subtree: true });
    quieten();
  });
})();
