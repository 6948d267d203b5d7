/** A picture on which areas to ignore are drawn by hand, or written as numbers. */
import { type CSSProperties, type PointerEvent, useRef, useState } from "react";
import type { Flow } from "../../../client/index.ts";
import { useAction } from "../../api/queries.ts";
import { Button, SCROLLED_BY_KEYBOARD } from "../../ui/basics.tsx";
import { TextField } from "../../ui/form.tsx";

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Picture {
  readonly url: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

interface AreaEditorProps {
  readonly flow: Flow;
  readonly picture: Picture;
  /** Where ignored elements are. */
  readonly elements: readonly Area[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A shorter drag is a click. */
const MIN_PX = 4;
const NEW: Area = { x: 0, y: 0, width: 100, height: 100 };

const isArea = (area: object): area is Area => "x" in area;

const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(3)}%`;

const placeOf = ({ x, y, width, height }: Area, picture: Picture): CSSProperties => ({
  left: share(x, picture.width),
  top: share(y, picture.height),
  width: share(width, picture.width),
  height: share(height, picture.height),
});

/** The area between two points of a picture. */
const between = (from: readonly [number, number], to: readonly [number, number]): Area => ({
  x: Math.min(from[0], to[0]),
  y: Math.min(from[1], to[1]),
  width: Math.abs(to[0] - from[0]),
  height: Math.abs(to[1] - from[1]),
});

const NUMBERS = [
  ["x", "Left"],
  ["y", "Top"],
  ["width", "Width"],
  ["height", "Height"],
] as const;

const AreaFields = ({
  area,
  number,
  onArea,
  onRemove,
}: {
  readonly area: Area;
  readonly number: number;
  readonly onArea: (area: Area) => void;
  readonly onRemove: () => void;
}) => (
  <li>
    <fieldset className="area-fields">
      <legend>Area {number}</legend>
      {NUMBERS.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          inputMode="numeric"
          value={String(area[name])}
          onValue={(text) => onArea({ ...area, [name]: Number(text.replace(/\D/g, "")) })}
        />
      ))}
      <Button isSmall onClick={onRemove}>
        Remove <span className="visually-hidden">area {number}</span>
      </Button>
    </fieldset>
  </li>
);

export const AreaEditor = ({ flow, picture, elements, isOpen, onClose }: AreaEditorProps) => {
  const stored = flow.monitor.ignoreAreas ?? [];
  const [areas, setAreas] = useState<readonly Area[] | null>(null);
  const [drawn, setDrawn] = useState<Area | null>(null);
  const from = useRef<readonly [number, number] | null>(null);
  const shown = areas ?? stored.filter(isArea);
  const close = (): void => {
    setAreas(null);
    onClose();
  };
  const saving = useAction(
    (client) => {
      const whole = shown.filter(({ width, height }) => width > 0 && height > 0);
      const kept = stored.filter((area) => !isArea(area));
      return client.updateFlow(flow.id, { monitor: { ignoreAreas: [...kept, ...whole] } });
    },
    { done: "Ignored from the next run on.", changes: [["flows", flow.id]], onDone: close },
  );
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const within = (part: number, whole: number) => Math.min(whole, Math.max(0, Math.round(part * whole)));
    return [
      within((clientX - left) / width, picture.width),
      within((clientY - top) / height, picture.height),
    ];
  };
  const draw = isOpen && {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = pointOf(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current) setDrawn(between(from.current, pointOf(event)));
    },
    onPointerUp: (event: PointerEvent) => {
      const area = from.current && between(from.current, pointOf(event));
      if (area && area.width >= MIN_PX && area.height >= MIN_PX) setAreas([...shown, area]);
      from.current = null;
      setDrawn(null);
    },
  };
  return (
    <>
      <section
        className="picture-scroll"
        aria-label={`Picture of ${picture.title}`}
        tabIndex={SCROLLED_BY_KEYBOARD}
      >
        <div className={isOpen ? "picture-areas drawing" : "picture-areas"} {...draw}>
          <img src={picture.url} alt={`${picture.title} at the last run`} draggable={false} />
          {elements.map((area) => (
            <i key={Object.values(area).join()} className="ignored-area" style={placeOf(area, picture)} />
          ))}
          {shown.map((area, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other name.
            <i key={index} className="ignored-area" style={placeOf(area, picture)} />
          ))}
          {drawn && <i className="ignored-area" style={placeOf(drawn, picture)} />}
        </div>
      </section>
      {isOpen && (
        <div className="stack">
          <p className="hint">
            Draw over what never matters, such as adverts or dates. It is left out of every picture of this
            flow.
          </p>
          <ul className="stack tight">
            {shown.map((area, index) => (
              <AreaFields
                // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other name.
                key={index}
                area={area}
                number={index + 1}
                onArea={(changed) => setAreas(shown.map((each, at) => (at === index ? changed : each)))}
                onRemove={() => setAreas(shown.filter((_, at) => at !== index))}
              />
            ))}
          </ul>
          <div className="row">
            <Button needs="flows:write" look="primary" does={saving}>
              Save areas
            </Button>
            <Button onClick={() => setAreas([...shown, NEW])}>Add area</Button>
            <Button look="quiet" onClick={close}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </>
  );
};
