import { useRef, useState } from "react";
import type { GeneratedFlow, PickedElement } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { ownTimezone } from "../ui/ownTimezone.ts";
import {
  type Choices,
  choicesAfter,
  choicesFor,
  namedSelector,
  renamedChoices,
  withChoices,
} from "./choices.ts";
import { namePicks, picksOf } from "./points.ts";

type Asked = { readonly choices: Choices } & (
  | { readonly picks: readonly PickedElement[] }
  | { readonly prompt: string }
  | { readonly flow: Pick<GeneratedFlow, "steps" | "outputSchema">; readonly over?: GeneratedFlow }
);

/** What a person said: the elements, and what was chosen for their fields. */
interface Settled {
  readonly picks: readonly PickedElement[];
  readonly choices: Choices;
}
const NOTHING: Settled = { picks: [], choices: {} };

const requestOf = (asked: Asked) => {
  if ("picks" in asked) return { picks: [...asked.picks] };
  if ("prompt" in asked) return { prompt: asked.prompt, timezone: ownTimezone() };
  const { steps, outputSchema } = asked.flow;
  return { flow: { steps, outputSchema } };
};

/** The picks, and those of fields that were not found before. */
const withFound = (picks: readonly PickedElement[], found: readonly PickedElement[]): PickedElement[] => {
  const known = new Set(picks.map(({ name }) => name));
  return [...picks, ...found.filter(({ name }) => !known.has(name))];
};

/** What was pointed at on an inspected page, and the flow that it comes to. */
export const usePicking = (inspectionId: string) => {
  const [picks, setPicks] = useState<readonly PickedElement[]>([]);
  const [flow, setFlow] = useState<GeneratedFlow | null>(null);
  /** That of the flow that is shown: what could not be read is taken back. */
  const settled = useRef(NOTHING);
  const latest = useRef<Asked | null>(null);
  /** What was settled before, the last at the end. */
  const [past, setPast] = useState<readonly Settled[]>([]);
  const isUndoing = useRef(false);
  const settle = (made: GeneratedFlow | null, known: Settled) => {
    const before = settled.current;
    const isUndone = isUndoing.current;
    setPast((all) => (isUndone ? all.slice(0, -1) : [...all, before]));
    isUndoing.current = false;
    settled.current = { ...known, choices: choicesFor(known.choices, made) };
    setPicks(known.picks);
    setFlow(made);
  };
  const asking = useAction(
    async (client, asked: Asked) => {
      latest.current = asked;
      try {
        const made = await client.generateFlow({ inspectionId, ...requestOf(asked) });
        const chosen = withChoices(made, asked.choices);
        if (chosen === made) return made;
        // The values that are shown are those of what was chosen.
        const { steps, outputSchema } = chosen;
        const { preview } = await client.generateFlow({ inspectionId, flow: { steps, outputSchema } });
        return { ...chosen, preview };
      } catch (error) {
        if (latest.current === asked) setPicks(settled.current.picks);
        isUndoing.current = false;
        throw error;
      }
    },
    {
      isQuiet: true,
      onDone: (made, asked) => {
        // An answer that was overtaken is of no use any more.
        if (latest.current !== asked) return;
        const over = "flow" in asked ? asked.over : undefined;
        const whole = over ? { ...over, preview: made.preview } : made;
        const found = picksOf(whole);
        const known =
          "picks" in asked
            ? namePicks(asked.picks, made)
            : over
              ? withFound(settled.current.picks, found)
              : found;
        settle(whole, { picks: known, choices: asked.choices });
        // Changes start from the stored flow.
        if ("flow" in asked && !over) setPast([]);
      },
    },
  );
  const pick = (wanted: readonly PickedElement[], choices: Choices) => {
    if (wanted.some(({ take, not }) => take !== "next" && not !== true)) {
      setPicks(wanted);
      asking.mutate({ picks: wanted, choices });
      return;
    }
    latest.current = null;
    asking.reset();
    settle(null, NOTHING);
  };
  const asked = asking.isPending ? latest.current : null;
  const { choices } = asked ?? settled.current;
  const change = (wanted: readonly PickedElement[]) => pick(wanted, choicesAfter(choices, picks, wanted));
  const choose = (field: string, choice: Choices[string]) => {
    const all = { ...choices, [field]: { ...choices[field], ...choice } };
    if (asked && "picks" in asked) pick(asked.picks, all);
    else if (flow !== null) {
      const questions = flow.questions?.filter((question) => question.field !== field || !choice.selector);
      const over = { ...withChoices(flow, all), questions };
      asking.mutate({ flow: over, over, choices: all });
    }
  };
  /** Reads a field as this type, also after further picks. */
  const retype = (field: string, type: string) => choose(field, { type });
  /** Reads a field from the place that a person chose; what else is open stays so. */
  const settleQuestion = (field: string, where: string) =>
    choose(field, { selector: namedSelector(field, where) });
  const rename = (from: string, to: string) =>
    pick(
      picks.map((each) => (each.name === from ? { ...each, name: to } : each)),
      renamedChoices(choices, from, to),
    );
  const last = past.at(-1);
  const undo = () => {
    if (last === undefined) return;
    isUndoing.current = true;
    pick(last.picks, last.choices);
  };
  return {
    undo: last === undefined ? undefined : undo,
    picks,
    flow,
    error: asking.error,
    isReading: asking.isPending,
    change,
    settleQuestion,
    retype,
    rename,
    /** Asks for a flow by a description, or shows one. */
    ask: (
      how: { readonly prompt: string } | { readonly flow: Pick<GeneratedFlow, "steps" | "outputSchema"> },
    ) => asking.mutate({ ...how, choices: {} }),
  };
};
