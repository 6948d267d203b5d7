import type { RunScreenshot } from "../../client/index.ts";
import { useFirstLinks } from "../api/pictureLinks.ts";
import { Card } from "../ui/basics.tsx";

/** The screenshots of a run. */
export const RunShots = ({ screenshots }: { readonly screenshots: readonly RunScreenshot[] }) => {
  const firstLink = useFirstLinks();
  const linkOf = ({ capturedAt, step, url, screenshotUrl }: RunScreenshot): string =>
    firstLink(`${capturedAt} ${step} ${url}`, screenshotUrl);
  if (screenshots.length === 0) return null;
  return (
    <Card title="Screenshots">
      <ul className="shots">
        {screenshots.map((shot) => (
          <li key={`${shot.capturedAt} ${shot.step} ${shot.url}`}>
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
