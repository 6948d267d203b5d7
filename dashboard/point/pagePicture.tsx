/** A picture of the inspected page with a box over each element. Nothing of the page itself is loaded. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { InspectedPage } from "../../client/index.ts";
import type { InspectedElement, PointedField } from "./points.ts";
import type { Candidate } from "./questionsCard.tsx";

interface PagePictureProps {
  readonly page: InspectedPage;
  /** Null if the page may show a secret. Its texts are then shown in their places. */
  readonly pictureUrl: string | null;
  readonly records: readonly InspectedElement["box"][];
  readonly fields: readonly PointedField[];
  /** Places of values that are not certain, marked by their letters. */
  readonly candidates?: readonly (Pick<Candidate, "node" | "where"> & { readonly letter: string })[];
  readonly zoom: number;
  readonly onPick: (element: InspectedElement) => void;
  /** What was picked last takes in more or less of the page. */
  readonly onSize?: (direction: "wider" | "narrower") => void;
}

const COLORS = 6;

const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(3)}%`;

const placeOf = (
  [left = 0, top = 0, width = 0, height = 0]: InspectedElement["box"],
  page: InspectedPage,
): CSSProperties => ({
  left: share(left, page.width),
  top: share(top, page.pictureHeight),
  width: share(width, page.width),
  height: share(height, page.pictureHeight),
});

const Records = memo(({ page, records }: Pick<PagePictureProps, "page" | "records">) =>
  records.map((box) => <i key={box.join()} className="point-record" style={placeOf(box, page)} />),
);

const Candidates = ({ page, candidates = [] }: Pick<PagePictureProps, "page" | "candidates">) =>
  candidates.map(({ node, where, letter }) => {
    const element = page.elements.find((each) => each.node === node);
    return (
      element && (
        <i
          key={`${letter} ${where}`}
          className="point-candidate"
          style={placeOf(element.box, page)}
          aria-hidden
        >
          {letter}
        </i>
      )
    );
  });

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageDown: 10,
  PageUp: -10,
};

/** With Shift. */
const SIZES: Readonly<Record<string, "wider" | "narrower">> = { ArrowUp: "wider", ArrowDown: "narrower" };

/** Letters that follow each other within this time are one word. */
const TYPING_MS = 1_000;

const nextPlace = (key: string, at: number, count: number): number | null => {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
};

export const PagePicture = ({
  page,
  pictureUrl,
  records,
  fields,
  candidates = [],
  zoom,
  onPick,
  onSize,
}: PagePictureProps) => {
  const id = useId();
  const canvas = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const { elements } = page;
  const idOf = (node: number) => `${id}-${node}`;
  useEffect(() => {
    const element = elements[active];
    if (element) document.getElementById(`${id}-${element.node}`)?.scrollIntoView({ block: "nearest" });
  }, [active, elements, id]);

  const typed = useRef({ text: "", atMs: 0 });
  /** The next element that begins with what is typed, as in any list of choices. */
  const findTyped = (key: string): number | null => {
    const { text, atMs } = typed.current;
    const wanted = (Date.now() - atMs < TYPING_MS ? text : "") + key.toLowerCase();
    typed.current = { text: wanted, atMs: Date.now() };
    const begins = (at: number): boolean => elements[at]?.text.toLowerCase().startsWith(wanted) === true;
    const first = wanted.length > 1 ? Math.max(0, active) : active + 1;
    const all = Array.from({ length: elements.length }, (_, index) => (first + index) % elements.length);
    return all.find(begins) ?? null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.shiftKey ? SIZES[event.key] : undefined;
    if (direction !== undefined) {
      event.preventDefault();
      onSize?.(direction);
      return;
    }
    const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey;
    const to = isLetter ? findTyped(event.key) : nextPlace(event.key, active, elements.length);
    if (to !== null) setActive(to);
    else if (event.key === "Enter" || event.key === " ") {
      const element = elements[active];
      if (element) onPick(element);
    } else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const node = Number((event.target as HTMLElement).dataset.node);
    const at = elements.findIndex((element) => element.node === node);
    const element = elements[at];
    if (!element) return;
    setActive(at);
    onPick(element);
  };
  const columnOf = (node: number) => fields.findIndex(({ nodes }) => nodes.has(node));
  const element = elements[active];
  return (
    <div className="point-scroll">
      <div
        ref={canvas}
        className={`point-canvas${pictureUrl === null ? " blank" : ""}`}
        role="listbox"
        aria-label="Elements of the page"
        tabIndex={0}
        aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown"
        aria-activedescendant={element ? idOf(element.node) : undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        style={{ width: `${zoom}%`, aspectRatio: `${page.width} / ${page.pictureHeight}` }}
      >
        {pictureUrl !== null && <img src={pictureUrl} alt="" draggable={false} />}
        <Records page={page} records={records} />
        <Candidates page={page} candidates={candidates} />
        {elements.map(({ node, kind, text, box }, at) => {
          const column = columnOf(node);
          const field = fields[column];
          const classes = ["point-box", field && `lit lit-${column % COLORS}`, at === active && "active"];
          return (
            <div
              key={node}
              id={idOf(node)}
              data-node={node}
              role="option"
              tabIndex={-1}
              aria-selected={field !== undefined}
              aria-label={`${text || "no text"}, ${kind}${field ? `, column ${field.name}` : ""}`}
              className={classes.filter(Boolean).join(" ")}
              style={placeOf(box, page)}
            >
              {pictureUrl === null && text}
            </div>
          );
        })}
      </div>
    </div>
  );
};
