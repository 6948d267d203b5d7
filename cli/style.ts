import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Formats a text for a terminal; without colour, returns it unchanged. */
export type Style = (format: Format, text: string) => string;

interface Stream {
  readonly isTTY?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Colour on a terminal, unless NO_COLOR (https://no-color.org) or a dumb terminal disables it. */
const hasColour = ({ isTTY }: Stream, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean => {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  return isTTY === true && TERM !== "dumb";
};

export const styleFor = (stream: Stream, environment: Environment): Style =>
  hasColour(stream, environment)
    ? (format, text) => styleText(format, text, { validateStream: false })
    : (_format, text) => text;

/** Colours of words that fill a whole cell. */
const TONES: Readonly<Record<string, Format>> = {
  completed: "green",
  active: "green",
  succeeded: "green",
  sent: "green",
  running: "cyan",
  queued: "cyan",
  pending: "cyan",
  warning: "yellow",
  failed: "red",
  error: "red",
  critical: "red",
  cancelled: "dim",
  paused: "dim",
  draft: "dim",
};

/** Paints a cell in the colour of its word, if it has one. */
export const paintCell = (style: Style, value: unknown, cell: string): string => {
  const tone = typeof value === "string" && Object.hasOwn(TONES, value) ? TONES[value] : undefined;
  return tone === undefined ? cell : style(tone, cell);
};
