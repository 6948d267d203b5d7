import { useState } from "react";
import type { Flow } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { SelectField } from "../ui/form.tsx";
import { showSchedule } from "../ui/format.ts";
import { FormDialog } from "../ui/formDialog.tsx";
import { WATCH_INTERVALS, type WatchInterval } from "./watchIntervals.ts";

interface WatchDialogProps {
  readonly flow: Flow;
  readonly onClose: () => void;
}

/** Makes a flow a monitor: it runs on a schedule, and each run is compared with the last one. */
export const WatchDialog = ({ flow, onClose }: WatchDialogProps) => {
  const [every, setEvery] = useState<WatchInterval | "">(flow.schedule === null ? "1d" : "");
  const watching = useAction(
    (client) =>
      client.updateFlow(
        flow.id,
        { mode: "monitor", status: "active", ...(every !== "" && { schedule: { every } }) },
        { ifMatch: flow.version },
      ),
    {
      done: "Watching. From the second run on, changes are listed here and raise alerts.",
      isQuiet: true,
      changes: [["flows"], ["checklist"]],
      onDone: onClose,
    },
  );
  const kept = flow.schedule === null ? [] : [["", `As now: ${showSchedule(flow.schedule)}`] as const];
  return (
    <FormDialog title="Watch for changes" action="Start watching" sending={watching} onClose={onClose}>
      <p>
        Each run is compared with the last one: what was added, removed or changed raises an alert. Conditions
        can be added later, under Edit.
      </p>
      <SelectField
        label="How often"
        value={every}
        onValue={setEvery}
        options={[...kept, ...WATCH_INTERVALS]}
      />
    </FormDialog>
  );
};
