/** The colours that a person chose, for all pages beside each other: the dashboard and the guides. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "gleaner.theme";

export const readTheme = (): Theme =>
  THEMES.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? "auto";

export const storeTheme = (theme: Theme): void => localStorage.setItem(STORAGE_KEY, theme);

/** `auto` follows the system. */
export const showTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
};
