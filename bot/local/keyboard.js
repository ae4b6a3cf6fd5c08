// Lets commands be filled in by keyboard as in Discord: Enter sends one from which nothing is missing, Escape leaves it.
// In the preview, Enter takes the first suggestion of a field that was left empty, and Escape only closes suggestions.
// A form begins in its first field, not on the button that closes it; what is typed anywhere else goes into the message,
// as after choosing who one is.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("#channel-composer");
  const chip = () => form.querySelector(".command-chip");
  let chosen = false; // whether a suggestion was looked for since the last Enter

  document.addEventListener("keydown", (event) => {
    if (!chip() || event.isComposing || !form.contains(event.target)) return;
    const { key, target } = event;
    if (key === "ArrowDown" || key === "ArrowUp") chosen = true;
    if (key === "Enter" && !chosen && !target.value) {
      event.preventDefault();
      event.stopImmediatePropagation();
      document.dispatchEvent(new CustomEvent("later", { detail: () => form.requestSubmit() }));
    } else if (key === "Escape") {
      event.preventDefault();
      event.stopImmediatePropagation();
      chip().focus();
      chip().dispatchEvent(new KeyboardEvent("keydown", { key: "Backspace", bubbles: true, cancelable: true }));
    }
    if (key === "Enter") chosen = false;
  }, true);

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const typed = key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const taken = target.closest("input, textarea, select, [role=combobox]") || document.querySelector(".modal-dialog");
    const chosen = key === "Enter" && target.matches("#viewer-picker");
    if (chosen) event.preventDefault();
    if (chosen || (typed && !taken)) document.querySelector("#channel-composer-input")?.focus();
  });

  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    if (!target.matches(".modal-close")) return;
    const form = target.closest(".modal-dialog");
    if (!form.contains(relatedTarget)) form.querySelector("input, textarea, [role=combobox]")?.focus();
  });
});
