import { useRef, useState } from "react";
import type { GeneratedFlow, PickedElement } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { namePicks, picksOf } from "./points.ts";

type Asked =
  | { readonly picks: readonly PickedElement[] }
  | { readonly prompt: string }
  | { readonly flow: Pick<GeneratedFlow, "steps" | "outputSchema"> };

/** What was pointed at on an inspected page, and the flow that it comes to. */
export const usePicking = (inspectionId: string) => {
  const [picks, setPicks] = useState<readonly PickedElement[]>([]);
  const [flow, setFlow] = useState<GeneratedFlow | null>(null);
  /** The picks of the flow that is shown: what could not be read is taken back. */
  const settled = useRef<readonly PickedElement[]>([]);
  const latest = useRef<Asked | null>(null);
  /** What was settled before, the last at the end. */
  const [past, setPast] = useState<readonly (readonly PickedElement[])[]>([]);
  const isUndoing = useRef(false);
  const settle = (made: GeneratedFlow | null, known: readonly PickedElement[]) => {
    const before = settled.current;
    const isUndone = isUndoing.current;
    setPast((all) => (isUndone ? all.slice(0, -1) : [...all, before]));
    isUndoing.current = false;
    settled.current = known;
    setPicks(known);
    setFlow(made);
  };
  const asking = useAction(
    async (client, asked: Asked) => {
      latest.current = asked;
      const request = "picks" in asked ? { picks: [...asked.picks] } : asked;
      try {
        return await client.generateFlow({ inspectionId, ...request });
      } catch (error) {
        if (latest.current === asked) setPicks(settled.current);
        isUndoing.current = false;
        throw error;
      }
    },
    {
      isQuiet: true,
      onDone: (made, asked) => {
        // An answer that was overtaken is of no use any more.
        if (latest.current !== asked) return;
        settle(made, "picks" in asked ? namePicks(asked.picks, made) : picksOf(made));
        // A flow as it is stored is where changes begin.
        if ("flow" in asked) setPast([]);
      },
    },
  );
  const change = (wanted: readonly PickedElement[]) => {
    if (wanted.some(({ take, not }) => take !== "next" && not !== true)) {
      setPicks(wanted);
      asking.mutate({ picks: wanted });
      return;
    }
    latest.current = null;
    asking.reset();
    settle(null, []);
  };
  const last = past.at(-1);
  const undo = () => {
    if (last === undefined) return;
    isUndoing.current = true;
    change(last);
  };
  return {
    undo: last === undefined ? undefined : undo,
    picks,
    flow,
    error: asking.error,
    isReading: asking.isPending,
    change,
    ask: asking.mutate,
  };
};
