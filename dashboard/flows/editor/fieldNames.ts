import { type FlowDraft, linesOf, type StepDraft } from "./draft.ts";

/** The fields of monitors that watch pages as a whole. */
const OF_WATCHED: Readonly<Record<string, readonly string[]>> = {
  text: ["text", "title"],
  price: ["name", "price", "currency", "availability"],
  picture: [],
};

/** `price: .price | number` → `price` */
const nameOf = (line: string): string => (line.split(":", 1)[0] ?? "").trim();

const namesOfSteps = (steps: readonly StepDraft[]): string[] =>
  steps.flatMap((step) => [
    ...linesOf(step.fields).map(nameOf),
    ...namesOfSteps((step.steps ?? []) as readonly StepDraft[]),
  ]);

/** The fields of a draft's records, as far as it names them. */
export const fieldNamesOf = ({ mode, monitor, outputSchema, steps }: FlowDraft): readonly string[] => {
  const watched = mode === "monitor" ? OF_WATCHED[String(monitor.watch ?? "")] : undefined;
  if (watched !== undefined && steps.length === 0) return watched;
  return [...new Set([...Object.keys(outputSchema), ...namesOfSteps(steps)])].filter(Boolean);
};
