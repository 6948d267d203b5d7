/** The account at whose own address people sign in with its identity provider: `/sign-in/BCDF-GHJK-LMNP`. */
const STORAGE_KEY = "gleaner.company";
const ADDRESS = /\/sign-in\/([A-Za-z]{4}-[A-Za-z]{4}-[A-Za-z]{4})\/?$/;
const CODE = /^[A-Za-z]{4}-?[A-Za-z]{4}-?[A-Za-z]{4}$/;

/** The code in the address of the page; null: it is no such page. */
export const companyInAddress = (): string | null =>
  ADDRESS.exec(location.pathname)?.[1]?.toUpperCase() ?? null;

/** What the provider returned, if it has sent the browser here. */
export const queryOfProvider = (): string | null =>
  companyInAddress() !== null && new URLSearchParams(location.search).has("state")
    ? location.search.slice(1)
    : null;

/** The code in what somebody has entered: it, or the whole address. Null: there is none. */
export const companyIn = (entered: string): string | null => {
  const text = entered.trim();
  const [code] = CODE.exec(text) ?? [URL.parse(text)?.pathname.match(ADDRESS)?.[1]];
  const letters = code?.replaceAll("-", "").toUpperCase();
  return letters === undefined ? null : (letters.match(/.{4}/g) ?? []).join("-");
};

/** The company with which somebody signed in here before. */
export const keptCompany = (): string | null => localStorage.getItem(STORAGE_KEY);
export const keepCompany = (code: string): void => localStorage.setItem(STORAGE_KEY, code);
