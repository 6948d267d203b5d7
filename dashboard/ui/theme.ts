import { useEffect, useState } from "react";
import { readTheme, showTheme, storeTheme, type Theme } from "./storedTheme.ts";

const CHANGED = "gleaner:theme";

export const applyTheme = (theme: Theme): void => {
  showTheme(theme);
  storeTheme(theme);
  dispatchEvent(new Event(CHANGED));
};

/** The chosen theme, and a function to change it. */
export const useTheme = (): readonly [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  return [theme, choose];
};

/** Increases whenever colours change, for content that is drawn rather than styled. */
export const useColourVersion = (): number => {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const onChange = () => setVersion((last) => last + 1);
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", onChange);
    addEventListener(CHANGED, onChange);
    return () => {
      system.removeEventListener("change", onChange);
      removeEventListener(CHANGED, onChange);
    };
  }, []);
  return version;
};
