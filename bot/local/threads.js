// Lists threads below the channels, and opens here what links and mentions lead to, as in Discord.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const nav = document.querySelector(".table-channels");
  const fixed = nav.children.length;
  const now = new URLSearchParams(location.search).get("thread");
  let places = [];
  const address = ({ id, at }) => at === id ? `/?thread=${id}` : `/${at}`;

  async function list() {
    places = await (await fetch("/places")).json();
    const threads = places.slice(fixed);
    if (nav.children.length !== fixed + threads.length) {
      nav.replaceChildren(...[...nav.children].slice(0, fixed), ...threads.map((one) => {
        const link = document.createElement("a");
        link.href = address(one);
        link.textContent = `↳ ${one.name}`;
        if (one.id === now) link.setAttribute("aria-current", "page");
        return link;
      }));
    }
  }
  list();
  setInterval(() => { if (!document.hidden) list().catch(() => {}); }, 2000);

  function place(target) {
    const link = target.closest('a[href^="https://discord.com/channels/"]');
    if (link) return places.find((one) => link.pathname.split("/").includes(one.id));
    const mention = target.closest(".mention");
    return mention && places.findLast((one) => mention.textContent === `#${one.name}`);
  }
  document.querySelector("#channel-timeline").addEventListener("click", (event) => {
    const found = place(event.target);
    if (!found) return;
    event.preventDefault();
    location.assign(address(found));
  }, true);
});
