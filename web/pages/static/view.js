// How somebody wants to see a page, which their browser remembers: dark or light, for the left hand, turned.

const root = document.documentElement;
const kept = (name) => { try { return localStorage.getItem(`arbiter-view-${name}`); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(`arbiter-view-${name}`, value); } catch { /* not kept */ } };

const dress = () => {
  const theme = kept("theme");
  const dark = document.querySelector("[data-dark]");
  dark.media = theme === "dark" ? "all" : theme === "light" ? "not all" : "(prefers-color-scheme: dark)";
  root.style.colorScheme = theme ?? "";
  for (const name of ["left", "names", "flat"]) root.classList.toggle(name, kept(name) === "1");
  for (const one of document.querySelectorAll("[data-view]"))
    one.setAttribute("aria-pressed", String(kept(one.dataset.view) === "1"));
};
dress();
addEventListener("DOMContentLoaded", dress);
addEventListener("click", ({ target }) => {
  const button = target.closest("[data-view], [data-theme], [data-full]");
  if (!button) return;
  const { view } = button.dataset;
  if (view) keep(view, kept(view) === "1" ? "0" : "1");
  else if (button.dataset.theme !== undefined) keep("theme", matchMedia(document.querySelector("[data-dark]").media).matches ? "light" : "dark");
  else if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.().catch(() => {});
  dress();
});
if (matchMedia("(display-mode: standalone), (display-mode: fullscreen)").matches)
  navigator.serviceWorker?.register(`worker.js?lang=${root.lang}`).catch(() => {});
