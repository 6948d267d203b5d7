import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useSearchParams } from "wouter";

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ReactNode;
}

/** Panels of which one is shown; which one is part of the address. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) => {
  const name = useId();
  const [search, setSearch] = useSearchParams();
  const current = tabs.find(({ id }) => id === search.get("tab")) ?? tabs[0];
  const open = (id: string) => setSearch({ tab: id }, { replace: true });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || current === undefined) return;
    const next = tabs.at((tabs.indexOf(current) + step) % tabs.length);
    if (next === undefined) return;
    open(next.id);
    document.getElementById(`${name}-${next.id}`)?.focus();
  };
  if (current === undefined) return null;
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`${name}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === current.id}
            aria-controls={`${name}-panel`}
            tabIndex={id === current.id ? 0 : -1}
            onClick={() => open(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${name}-panel`} role="tabpanel" aria-labelledby={`${name}-${current.id}`} className="stack">
        {current.content()}
      </div>
    </>
  );
};
