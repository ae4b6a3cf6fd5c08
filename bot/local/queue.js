// Lets every press and every line count as they do in Discord. The preview drops a press that comes while it does what
// came before, and one whose button is drawn anew, or moves, before it is let go; and it keeps a line in its field until
// that has been carried out, so that the next one is typed behind it.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const BUTTON = "button.component-button:not(:disabled)";
  const NEAR = 10; // pixels by which a finger may slip
  const status = document.querySelector("#action-status");
  const picker = document.querySelector("#viewer-picker");
  const waiting = [];
  let acting = false;

  // The status ends so while anything is under way, and also at first, when nothing is.
  const busy = () => status.textContent.endsWith("…") && status.textContent !== "Loading preview…";

  function proceed() {
    while (waiting.length && !busy()) {
      acting = true;
      try { waiting.shift()(); } finally { acting = false; }
    }
  }
  function later(action) {
    waiting.push(action);
    setTimeout(proceed); // nothing can be pressed or sent within its own event
  }
  document.addEventListener("later", (event) => later(event.detail)); // what another script does
  new MutationObserver(proceed).observe(status, { childList: true, characterData: true, subtree: true });

  // A press is for what its button is called in its message, however often that is drawn anew meanwhile.
  function pressOf(button) {
    const { messageId } = button.closest("[data-message-id]").dataset;
    const alike = () => [...document.querySelectorAll(`[data-message-id="${messageId}"] ${BUTTON}`)]
      .filter((one) => one.textContent === button.textContent);
    const which = alike().indexOf(button);
    return () => alike()[which]?.click();
  }
  const buttonOf = (event) => event.target.closest(`[data-message-id] ${BUTTON}`);

  let down = null; // where a pointer went down, and the press that it makes
  let done = false; // whether that press was made when the pointer came up, before the click
  document.addEventListener("pointerdown", (event) => {
    const button = event.isPrimary && event.button === 0 ? buttonOf(event) : null;
    down = button && { x: event.clientX, y: event.clientY, press: pressOf(button) };
    done = false;
  }, true);
  document.addEventListener("pointerup", (event) => {
    if (!event.isPrimary || !down) return;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) <= NEAR) {
      done = true;
      later(down.press);
    }
    down = null;
  }, true);
  document.addEventListener("pointercancel", () => { down = null; }, true);
  document.addEventListener("keydown", () => { done = false; }, true);
  document.addEventListener("click", (event) => {
    const button = buttonOf(event);
    if (acting || !(button || done)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!done) later(pressOf(button)); // by the keyboard
    done = false;
  }, true);

  // Whoever goes on as somebody else has pressed what still waits as who they were.
  picker.addEventListener("change", (event) => {
    if (acting || !waiting.length) return;
    event.stopImmediatePropagation();
    const { value } = picker;
    later(() => {
      picker.value = value;
      picker.dispatchEvent(new Event("change"));
    });
  }, true);

  // A line leaves its field as it is sent. Where it answers a message or corrects one, the preview still needs it there.
  const form = document.querySelector("#channel-composer");
  const field = document.querySelector("#channel-composer-input");
  const about = document.querySelector("#reply-context");
  function write(text) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  form.addEventListener("submit", (event) => {
    if (acting || !field.isConnected || !about.hidden || !field.value.trim()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const line = field.value;
    write("");
    later(() => {
      const typed = field.value;
      field.value = line;
      form.requestSubmit();
      write(typed);
    });
  }, true);
});
