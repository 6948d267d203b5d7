import * as Radix from "@radix-ui/react-tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ReactNode;
  /** How many entries on the tab are invalid. */
  readonly faults?: number;
}

interface TabsViewProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onCurrent: (id: string) => void;
}

/** Tabs whose owner says which one is shown. */
export const TabsView = ({ label, tabs, current, onCurrent }: TabsViewProps) => {
  const shown = tabs.find(({ id }) => id === current) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  const shownId = shown?.id;
  // On narrow screens the list scrolls.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (!list.current || !tab || shownId === undefined) return;
    const { offsetLeft, clientWidth } = list.current;
    list.current.scrollLeft = tab.offsetLeft - offsetLeft - (clientWidth - tab.offsetWidth) / 2;
  }, [shownId]);
  if (shown === undefined) return null;
  return (
    <Radix.Root value={shown.id} onValueChange={onCurrent} className="stack">
      <Radix.List ref={list} className="tabs" aria-label={label}>
        {tabs.map(({ id, title, faults = 0 }) => (
          <Radix.Trigger key={id} value={id}>
            {title}
            {faults > 0 && (
              <span className="count bad">
                {faults}
                <span className="visually-hidden"> invalid</span>
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content key={shown.id} value={shown.id} className="stack">
        {shown.content()}
      </Radix.Content>
    </Radix.Root>
  );
};

/** Tabs. The URL says which one is shown. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) => {
  const [search, setSearch] = useSearchParams();
  return (
    <TabsView
      label={label}
      tabs={tabs}
      current={search.get("tab") ?? ""}
      onCurrent={(id) => setSearch({ tab: id }, { replace: true })}
    />
  );
};
