import type { LogEntry } from "../../client/index.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/basics.tsx";

const LINK = /\/files\/[\w-]+/;

/** The pictures that a run took: its log names them. */
export const RunShots = ({ logs }: { readonly logs: readonly LogEntry[] }) => {
  const { apiUrl } = useSession();
  const links = logs.flatMap(({ message }) => LINK.exec(message)?.[0] ?? []);
  if (links.length === 0) return null;
  return (
    <Card title="Screenshots">
      <ul className="shots">
        {links.map((link, index) => {
          const url = new URL(link, apiUrl).href;
          return (
            <li key={link}>
              <a href={url} target="_blank" rel="noreferrer noopener">
                <img src={url} alt={`The page as the run saw it, number ${index + 1}`} loading="lazy" />
              </a>
            </li>
          );
        })}
      </ul>
      <p className="hint">Kept for 24 hours.</p>
    </Card>
  );
};
