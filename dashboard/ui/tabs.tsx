import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ReactNode;
}

/** Tabs. The URL says which one is shown. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) => {
  const [search, setSearch] = useSearchParams();
  const current = tabs.find(({ id }) => id === search.get("tab")) ?? tabs[0];
  if (current === undefined) return null;
  return (
    <Radix.Root
      value={current.id}
      onValueChange={(id) => setSearch({ tab: id }, { replace: true })}
      className="stack"
    >
      <Radix.List className="tabs" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Radix.Trigger key={id} value={id}>
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content key={current.id} value={current.id} className="stack">
        {current.content()}
      </Radix.Content>
    </Radix.Root>
  );
};
