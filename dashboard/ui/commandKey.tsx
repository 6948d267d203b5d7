import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "./icons.tsx";

const CommandMenu = lazy(() => import("./commandMenu.tsx"));

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button and shortcut (⌘K or Ctrl+K) of the command menu, which is loaded on first use. */
export const CommandKey = () => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className="button command-key"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        Search
        <span className="key" aria-hidden="true">
          {IS_APPLE ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <CommandMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
