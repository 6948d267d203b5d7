import { useRef } from "react";
import type { RunScreenshot } from "../../client/index.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/basics.tsx";

/** Each response has new links to the same pictures. Keeping the first link avoids loading a picture again. */
const useFirstLinks = (): ((shot: RunScreenshot) => string) => {
  const { apiUrl } = useSession();
  const links = useRef(new Map<string, string>());
  return ({ capturedAt, step, screenshotUrl }) => {
    const name = `${capturedAt} ${step}`;
    const link = links.current.get(name) ?? new URL(screenshotUrl, apiUrl).href;
    links.current.set(name, link);
    return link;
  };
};

/** The screenshots of a run. */
export const RunShots = ({ screenshots }: { readonly screenshots: readonly RunScreenshot[] }) => {
  const linkOf = useFirstLinks();
  if (screenshots.length === 0) return null;
  return (
    <Card title="Screenshots">
      <ul className="shots">
        {screenshots.map((shot) => (
          <li key={`${shot.capturedAt} ${shot.step}`}>
            <a href={linkOf(shot)} target="_blank" rel="noreferrer noopener">
              <img src={linkOf(shot)} alt={`${shot.url}, at ${shot.step}`} loading="lazy" />
            </a>
            <span className="hint">
              {shot.step}
              {shot.isFailure && ", when it failed"} · {shot.width} × {shot.height}
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">Kept for 24 hours.</p>
    </Card>
  );
};
