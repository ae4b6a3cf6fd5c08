// Where a link leads nowhere: what was pressed on its page and never sent is told, until that is read.

const PLACE = [...location.pathname].reduce((sum, one) => (Math.imul(sum, 31) + one.charCodeAt(0)) | 0, 0);
const list = document.querySelector("[data-unsent]");
const read = document.querySelector("[data-dismiss]");
const kept = () => {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith("arbiter-seat-"))
      .map((name) => ({ name, ...JSON.parse(localStorage.getItem(name)) }))
      .filter((one) => one.place === PLACE)
      .sort((one, other) => one.when - other.when);
  } catch {
    return [];
  }
};
const unsent = kept();
for (const one of unsent) {
  const text = document.createElement("p");
  const head = one.sent ? list.dataset.unsure : list.dataset.unsent; // nobody knows whether it arrived
  text.textContent = [head, one.label, one.amountShown].filter(Boolean).join(" ");
  list.append(text);
}
read.hidden = !unsent.length;
read.addEventListener("click", () => {
  for (const { name } of unsent) localStorage.removeItem(name);
  list.replaceChildren();
  read.hidden = true;
});
