import type { Flow, FlowDefinition } from "../client/index.ts";
import type { Agent } from "./progress.ts";

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.keys(value).length === 0);

/** A flow with everything that is set, apart from long lists and suggestions. */
export const showFlow = ({
  id,
  schedule,
  nextRunAt,
  urls: _urls,
  uploadId: _upload,
  examples: _examples,
  proposedExpect: _expect,
  proposedPatch: _patch,
  ...flow
}: Flow) => ({
  flowId: id,
  ...Object.fromEntries(Object.entries(flow).filter(([, value]) => !isEmpty(value))),
  schedule,
  nextRunAt,
});

/** What to do with a flow that was just created. */
export const nextOfDraft = ({ schedule }: Pick<FlowDefinition, "schedule">, { offers }: Agent): string => {
  const activation = offers("edit_flow")
    ? 'edit_flow with {"status": "active"}'
    : "the person activates it in the dashboard";
  return `run_flow runs it now.${schedule ? ` It is a draft, and its schedule only starts once it is active: ${activation}.` : ""}`;
};

export const notStored = ({ offers }: Agent): string =>
  `Nothing was stored: the page does not show the fields in \`missing\`. Name them as the page does, or give examples${
    offers("inspect_page") ? ", or point at them with inspect_page and picks" : ""
  }. To store the flow without them, call again with partial: true.`;
