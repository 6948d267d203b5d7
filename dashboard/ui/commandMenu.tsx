import { Command } from "cmdk";
import { useDeferredValue, useState } from "react";
import { useLocation } from "wouter";
import type { Scope } from "../../client/index.ts";
import { GUIDES_URL } from "../api/config.ts";
import { useRecord } from "../api/queries.ts";
import { useRefusals, useSession } from "../api/session.tsx";
import { Dialog } from "./dialog.tsx";
import { useMenuPages } from "./menuPages.ts";
import { useTheme } from "./theme.ts";

const SHOWN_FLOWS = 8;

const ACTIONS: readonly (readonly [path: string, title: string, needs: Scope])[] = [
  ["/flows/new", "New flow", "flows:write"],
  ["/settings", "Create an API key", "keys:write"],
  ["/webhooks", "Add a webhook", "webhooks:write"],
  ["/destinations", "Add a destination", "destinations:write"],
];

/** Flows that match the words in name, description or URL; without words, the newest. */
const useFlows = (text: string) => {
  const words = useDeferredValue(text.trim());
  const { data = [] } = useRecord(["flows", "command", words], async (client) => {
    const { data } = await client.listFlows({ q: words === "" ? undefined : words, limit: SHOWN_FLOWS });
    return data;
  });
  return data;
};

/** A menu of all pages, actions and flows, filtered by typing. */
export default function CommandMenu({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const [, navigate] = useLocation();
  const [, setTheme] = useTheme();
  const { apiUrl, signOut } = useSession();
  const flows = useFlows(text);
  const pages = useMenuPages();
  const refusalOf = useRefusals();
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const goTo = (path: string) => then(() => navigate(path));
  return (
    <Dialog title="Command menu" onClose={onClose} className="dialog command">
      <Command label="Command menu" loop>
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Search flows, pages and actions"
          aria-label="Search flows, pages and actions"
          autoFocus
        />
        <Command.List>
          <Command.Empty>No results.</Command.Empty>
          <Command.Group heading="Actions">
            {ACTIONS.filter(([, , needs]) => refusalOf(needs) === undefined).map(([path, title]) => (
              <Command.Item key={path} onSelect={goTo(path)}>
                {title}
              </Command.Item>
            ))}
            <Command.Item onSelect={then(() => open(GUIDES_URL, "_blank", "noreferrer"))}>
              Open the guides
            </Command.Item>
            <Command.Item onSelect={then(() => open(new URL("docs", apiUrl).href, "_blank", "noreferrer"))}>
              Open the API reference
            </Command.Item>
            <Command.Item onSelect={then(() => setTheme("dark"))}>Use the dark theme</Command.Item>
            <Command.Item onSelect={then(() => setTheme("light"))}>Use the light theme</Command.Item>
            <Command.Item onSelect={then(signOut)}>Sign out</Command.Item>
          </Command.Group>
          {flows.length > 0 && (
            <Command.Group heading="Flows">
              {flows.map(({ id, name, url }) => (
                // The service has already searched, so everything it returns matches.
                <Command.Item
                  key={id}
                  value={id}
                  keywords={[name, url, text]}
                  onSelect={goTo(`/flows/${id}`)}
                >
                  {name}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading="Go to">
            {pages.map(([path, title]) => (
              <Command.Item key={path} onSelect={goTo(path)}>
                {title}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}
