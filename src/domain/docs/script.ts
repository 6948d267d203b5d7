/** The page's script: filters the operations by the words in the search box. Without it, all are shown. */
export const SCRIPT = `
const box = document.querySelector("nav input");
const all = [...document.querySelectorAll("main > details")];
box.hidden = false;
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const each of all) {
    const text = (each.firstElementChild.textContent + each.dataset.words).toLowerCase();
    each.hidden = !words.every((word) => text.includes(word));
    document.querySelector('nav a[href="#' + each.lastElementChild.id + '"]').hidden = each.hidden;
  }
  for (const head of document.querySelectorAll("main > h2[id^=tag-]")) {
    let next = head.nextElementSibling;
    while (next && next.tagName === "DETAILS" && next.hidden) next = next.nextElementSibling;
    head.hidden = !next || next.tagName !== "DETAILS";
    document.querySelector('nav a[href="#' + head.id + '"]').hidden = head.hidden;
  }
});
`;
