import type { Parts } from "./draft.ts";
import { useFaults } from "./faults.ts";

const textOf = (value: unknown): string => String(value ?? "");
const linesOf = (value: unknown): string => ((value ?? []) as readonly string[]).join("\n");

/**
 * Props for the controls of a part's fields: value, validation error and change handler.
 *
 * @param path the part's path in the flow
 */
export const useParts = (path: string, value: Parts, onValue: (value: Parts) => void) => {
  const faultOf = useFaults();
  const set = (name: string) => (changed: unknown) => onValue({ ...value, [name]: changed });
  return {
    set,
    text: (name: string) => ({
      value: textOf(value[name]),
      fault: faultOf(`${path}.${name}`),
      onValue: set(name),
    }),
    /** A list with one entry per line. */
    lines: (name: string) => ({
      value: linesOf(value[name]),
      fault: faultOf(`${path}.${name}`),
      onValue: (text: string) => set(name)(text.split("\n")),
    }),
  };
};
