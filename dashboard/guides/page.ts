/** What a guide's page does: the dashboard's theme, search, copy buttons, and the addresses of the running service. */
import "./page.css";
import { COPIED_MS, copyText } from "../ui/copyText.ts";
import { readTheme, showTheme } from "../ui/storedTheme.ts";
import { type Hit, type Section, search } from "./search.ts";

/** Addresses in the guides' sources, as `npm start` uses them. */
const WRITTEN = { api: "http://127.0.0.1:4000", sample: "http://127.0.0.1:4600" } as const;

const readJson = async <T>(path: string): Promise<T> => (await fetch(path)).json() as Promise<T>;

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: Node[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const showHit = ({ section: { link, title, heading }, excerpt }: Hit): HTMLLIElement =>
  element(
    "li",
    {},
    element(
      "a",
      { href: link },
      element("strong", { textContent: heading === title ? title : `${title}: ${heading}` }),
      element("span", { textContent: excerpt }),
    ),
  );

const addSearch = (input: HTMLInputElement, list: HTMLOListElement, status: HTMLElement): void => {
  let sections: Promise<readonly Section[]> | undefined;
  const load = () => {
    sections ??= readJson<readonly Section[]>("search.json");
    return sections;
  };
  const close = () => {
    list.hidden = true;
    status.textContent = "";
  };
  const update = async () => {
    const query = input.value;
    const hits = search(await load(), query);
    // Typing went on while the index was loaded.
    if (query !== input.value) return;
    list.replaceChildren(...hits.map(showHit));
    list.hidden = hits.length === 0;
    status.textContent = query.trim() === "" ? "" : `${hits.length === 0 ? "No" : hits.length} results`;
    status.className = hits.length === 0 ? "status" : "status visually-hidden";
  };
  const links = () => [...list.querySelectorAll("a")];
  input.addEventListener("focus", () => void load());
  input.addEventListener("input", () => void update());
  input.parentElement?.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "Escape") {
      close();
      input.focus();
    } else if (event.key === "Enter" && document.activeElement === input) all[0]?.click();
    else if (event.key === "ArrowDown") all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (all[at - 1] ?? input).focus();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });
};

const addCopyButton = (block: HTMLPreElement): void => {
  const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    const isCopied = await copyText(block.textContent);
    if (!isCopied) getSelection()?.selectAllChildren(block);
    button.textContent = isCopied ? "Copied" : "Selected: press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, COPIED_MS);
  });
  const frame = element("div", { className: "block" });
  block.replaceWith(frame);
  frame.append(block, button);
};

interface Config {
  readonly apiUrl: string;
  readonly sampleUrl?: string | null;
}

/** Commands name the service that published the guides, and its sample shop. */
const useAddresses = async (blocks: readonly HTMLElement[]): Promise<void> => {
  const { apiUrl, sampleUrl } = await readJson<Config>("../config.json");
  const api = new URL(apiUrl, location.origin).href.replace(/\/$/, "");
  const sample = sampleUrl ? new URL(sampleUrl).origin : WRITTEN.sample;
  for (const block of blocks)
    for (const node of [...block.childNodes])
      node.textContent = (node.textContent ?? "")
        .replaceAll(WRITTEN.api, api)
        .replaceAll(WRITTEN.sample, sample)
        .replaceAll(/\$URL\b/g, api);
};

showTheme(readTheme());
document.addEventListener("DOMContentLoaded", () => {
  const input = document.querySelector<HTMLInputElement>("#search");
  const list = document.querySelector<HTMLOListElement>("#results");
  const status = document.querySelector<HTMLElement>("#search-status");
  if (input && list && status) addSearch(input, list, status);
  const contents = document.querySelector("details");
  if (contents && matchMedia("(max-width: 800px)").matches) contents.open = false;
  for (const block of document.querySelectorAll("pre")) addCopyButton(block);
  void useAddresses([...document.querySelectorAll<HTMLElement>("pre code")]);
});
