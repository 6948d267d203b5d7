import { useRef, useState } from "react";
import type { GeneratedFlow, PickedElement } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { nameOfField, namePicks, picksOf } from "./points.ts";

type Asked =
  | { readonly picks: readonly PickedElement[] }
  | { readonly prompt: string }
  | { readonly flow: Pick<GeneratedFlow, "steps" | "outputSchema">; readonly over?: GeneratedFlow };

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
      const request =
        "picks" in asked
          ? { picks: [...asked.picks] }
          : "flow" in asked
            ? { flow: { steps: asked.flow.steps, outputSchema: asked.flow.outputSchema } }
            : asked;
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
        const over = "flow" in asked ? asked.over : undefined;
        const whole = over ? { ...over, preview: made.preview } : made;
        settle(whole, "picks" in asked ? namePicks(asked.picks, made) : picksOf(whole));
        // Changes start from the stored flow.
        if ("flow" in asked && !over) setPast([]);
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
  /** Reads a field from the place that a person chose; what else is open stays so. */
  const settleQuestion = (field: string, where: string) => {
    if (flow === null) return;
    const steps = flow.steps.map((step) =>
      step.type === "extract" && step.label === undefined
        ? {
            ...step,
            fields: (step.fields ?? []).map((text) => (nameOfField(text) === field ? where : text)),
          }
        : step,
    );
    const questions = flow.questions?.filter((question) => question.field !== field);
    const over = { ...flow, steps, questions };
    asking.mutate({ flow: over, over });
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
    settleQuestion,
    ask: asking.mutate,
  };
};
