/** Asks before a page is left whose changes are not saved: by a link, by Back, by closing the tab. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { type AroundNavHandler, Router } from "wouter";
import { Confirm } from "./dialog.tsx";

const unsaved = new Set<object>();

/** Marks the page as one with changes that are not saved, as long as there are any. */
export const useUnsaved = (isChanged: boolean): void => {
  useEffect(() => {
    if (!isChanged) return;
    const changes = {};
    const ask = (event: Event): void => {
      if (unsaved.has(changes)) event.preventDefault();
    };
    unsaved.add(changes);
    window.addEventListener("beforeunload", ask);
    return () => {
      unsaved.delete(changes);
      window.removeEventListener("beforeunload", ask);
    };
  }, [isChanged]);
};

/** The changes are saved: the page can be left. */
export const forgetUnsaved = (): void => unsaved.clear();

const staysAt = (url: string): boolean => new URL(url, location.href).pathname === location.pathname;

interface LeavingProps {
  readonly base: string;
  readonly children: ReactNode;
}

/** A router whose pages are not left with unsaved changes unless that is confirmed. */
export const CarefulRouter = ({ base, children }: LeavingProps) => {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const hold = useCallback((go: () => void): void => setLeave(() => go), []);
  const aroundNav: AroundNavHandler = (navigate, to, options) =>
    unsaved.size === 0 || staysAt(to) ? navigate(to, options) : hold(() => navigate(to, options));
  useEffect(() => {
    // Browsers without this interface go back without asking.
    const { navigation } = window as { navigation?: Navigation };
    const onNavigate = (event: NavigateEvent): void => {
      const { key, url } = event.destination;
      if (unsaved.size === 0 || event.navigationType !== "traverse" || !event.cancelable || staysAt(url))
        return;
      event.preventDefault();
      hold(() => navigation?.traverseTo(key));
    };
    navigation?.addEventListener("navigate", onNavigate);
    return () => navigation?.removeEventListener("navigate", onNavigate);
  }, [hold]);
  const go = (): void => {
    forgetUnsaved();
    setLeave(null);
    leave?.();
  };
  return (
    <Router base={base} aroundNav={aroundNav}>
      {children}
      {leave !== null && (
        <Confirm
          title="Leave without saving?"
          action="Leave"
          does={{ isPending: false, mutate: go }}
          onClose={() => setLeave(null)}
        >
          What you changed here is not saved.
        </Confirm>
      )}
    </Router>
  );
};
