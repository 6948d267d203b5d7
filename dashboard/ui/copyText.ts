/** How long a button says that a text was copied. */
export const COPIED_MS = 2_000;

/**
 * Copies a text.
 *
 * @returns whether the browser allowed it: without HTTPS, and in a page without the focus, it does not
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
