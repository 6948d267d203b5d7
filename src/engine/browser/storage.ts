/** Carries sites' web storage from one worker's browser to the next. */
import * as z from "zod";
import type { Tab } from "./tab.ts";

const Entries = z.record(z.string(), z.string());
const SiteStorage = z.object({ local: Entries, session: Entries });

/** Web storage by origin. */
export const Storages = z.record(z.string(), SiteStorage);
export type Storages = z.infer<typeof Storages>;

const READ = `(() => {
  const all = (storage) => Object.fromEntries(Object.keys(storage).map((key) => [key, storage.getItem(key)]));
  return { origin: location.origin, kept: { local: all(localStorage), session: all(sessionStorage) } };
})()`;

const Read = z.object({ origin: z.string(), kept: SiteStorage });

const isEmpty = ({ local, session }: z.infer<typeof SiteStorage>): boolean =>
  Object.keys(local).length + Object.keys(session).length === 0;

/** Updates the known storage from the open page, if the page's storage can be read. */
export const readStorages = async ({ page }: Tab, known: Storages): Promise<Storages> => {
  const answer = Read.safeParse(await page.evaluate(READ).catch(() => null));
  if (!answer.success || !/^https?:/.test(answer.data.origin)) return known;
  const { origin, kept } = answer.data;
  const { [origin]: _, ...others } = known;
  return isEmpty(kept) ? others : { ...others, [origin]: kept };
};

/** Empties the open page's storage, so that another session's can be filled in. */
export const clearStorages = async ({ page }: Tab): Promise<void> => {
  await page.evaluate("localStorage.clear(); sessionStorage.clear();").catch(() => undefined);
};

/** Runs before each page's scripts: fills empty storage and leaves the rest alone. */
const fill = (storages: Storages, kinds: readonly string[]): string => `(() => {
  const storages = ${JSON.stringify(storages)};
  if (window.top !== window || !Object.hasOwn(storages, location.origin)) return;
  const kept = storages[location.origin];
  const fillIfEmpty = (storage, entries) => {
    if (storage.length === 0) for (const key of Object.keys(entries)) storage.setItem(key, entries[key]);
  };
  try {
    if (${kinds.includes("local")}) fillIfEmpty(localStorage, kept.local);
    if (${kinds.includes("session")}) fillIfEmpty(sessionStorage, kept.session);
  } catch {}
})()`;

/**
 * Restores web storage from another browser in the pages that a tab opens.
 *
 * @param kinds local storage for followed pages; the live page's session storage too
 * @returns stops restoring, so that a page that clears its storage finds it empty
 */
export const fillStorages = async (
  { page }: Tab,
  storages: Storages,
  kinds: readonly ("local" | "session")[],
): Promise<() => Promise<void>> => {
  if (Object.keys(storages).length === 0) return async () => {};
  const { identifier } = await page.evaluateOnNewDocument(fill(storages, kinds));
  return () => page.removeScriptToEvaluateOnNewDocument(identifier).catch(() => undefined);
};
