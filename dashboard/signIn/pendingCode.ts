/** The code of a device that waits for approval, kept while its person signs in: the link in the mail opens another tab. */
const STORAGE_KEY = "gleaner.deviceCode";
/** Codes expire after this long. */
const KEEP_MS = 15 * 60_000;

const isAtDevice = (): boolean => location.pathname.endsWith("/device");

/** The code in the address of the page. */
export const codeInAddress = (): string => new URLSearchParams(location.hash.slice(1)).get("code") ?? "";

/** Remembers the code in the address, if there is one. */
export const keepCode = (): void => {
  const code = codeInAddress();
  if (isAtDevice() && code !== "")
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ code, until: Date.now() + KEEP_MS }));
};

/** Forgets the code. @returns it, or null if there is none that can still be valid */
export const takeCode = (): string | null => {
  const kept = localStorage.getItem(STORAGE_KEY);
  localStorage.removeItem(STORAGE_KEY);
  if (kept === null) return null;
  try {
    const { code, until } = JSON.parse(kept) as { code?: unknown; until?: unknown };
    return typeof code === "string" && typeof until === "number" && until > Date.now() ? code : null;
  } catch {
    return null;
  }
};
