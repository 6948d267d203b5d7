/** How the picture of a page changed: the difference, or both pictures side by side. */
import { useRef, useState } from "react";
import type { Client } from "../../../client/index.ts";
import { useFirstLinks } from "../../api/pictureLinks.ts";
import { SCROLLED_BY_KEYBOARD } from "../../ui/basics.tsx";
import { Segments } from "../../ui/form.tsx";
import { showPlural } from "../../ui/format.ts";

type RecordChange = Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number]["records"][number];
type FieldChange = RecordChange["fields"][string];
type Picture = NonNullable<FieldChange["picture"]>;

const VIEWS = [
  ["difference", "Difference"],
  ["sides", "Before and after"],
] as const;
type View = (typeof VIEWS)[number][0];

/** Space left above the first change. */
const ABOVE_PX = 40;

interface ShotProps {
  readonly title: string;
  readonly url: string;
  readonly alt: string;
  /** Where to scroll to at first: a row of the picture. */
  readonly row: number;
}

const Shot = ({ title, url, alt, row }: ShotProps) => {
  const box = useRef<HTMLElement>(null);
  return (
    <figure className="page-picture">
      <figcaption className="row">
        <span className="muted">{title}</span>
        <a href={url} target="_blank" rel="noreferrer noopener">
          Open <span className="visually-hidden">{title}</span>
        </a>
      </figcaption>
      <section ref={box} className="picture-scroll" aria-label={alt} tabIndex={SCROLLED_BY_KEYBOARD}>
        <img
          src={url}
          alt={alt}
          onLoad={({ currentTarget: { width, naturalWidth } }) => {
            if (box.current) box.current.scrollTop = (row * width) / naturalWidth - ABOVE_PX;
          }}
        />
      </section>
    </figure>
  );
};

/** `3.2 % of the pixels changed, in 2 places` */
const figuresOf = ({ share, areas, areasOmitted }: Picture): string =>
  `${Number(share.toPrecision(2))} % of the pixels changed, in ${showPlural(areas.length + areasOmitted, "place", "places")}`;

interface PictureDiffProps {
  readonly name: string;
  readonly change: FieldChange;
  readonly picture: Picture;
}

export const PictureDiff = ({ name, change, picture }: PictureDiffProps) => {
  const [view, setView] = useState<View>("difference");
  const linkOf = useFirstLinks();
  const { areas, previousUrl, currentUrl, differenceUrl } = picture;
  const figures = figuresOf(picture);
  if (previousUrl === undefined || currentUrl === undefined || differenceUrl === undefined)
    return (
      <p className="muted">
        {name}: {figures}
      </p>
    );
  const { previous, current } = change;
  const [largest] = areas;
  const row = largest?.y ?? 0;
  return (
    <div className="text-diff">
      <div className="row">
        <span className="muted">
          {name}: {figures}
        </span>
        <Segments label={`View of ${name}`} value={view} onValue={setView} options={VIEWS} />
      </div>
      {view === "difference" ? (
        <Shot
          title="What changed, in colour"
          url={linkOf(`${previous} ${current}`, differenceUrl)}
          alt={figures}
          row={row}
        />
      ) : (
        <div className="diff-sides">
          <Shot title="Before" url={linkOf(String(previous), previousUrl)} alt="The page before" row={row} />
          <Shot title="After" url={linkOf(String(current), currentUrl)} alt="The page after" row={row} />
        </div>
      )}
    </div>
  );
};
