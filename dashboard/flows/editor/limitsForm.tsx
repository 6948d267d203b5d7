/** How far a flow goes, and with which manners. */
import { CHOICES } from "../../../client/vocabulary.ts";
import { SelectField, TextField } from "../../ui/form.tsx";
import type { FlowDraft } from "./draft.ts";
import { useFault } from "./faults.ts";
import { useParts } from "./parts.ts";
import { PermissionsField } from "./permissionsField.tsx";

interface LimitsFormProps {
  readonly value: FlowDraft;
  readonly onValue: (value: FlowDraft) => void;
}

/** The initial values of `auto`. */
const FIRST_FIXED_PACE = { concurrency: 2, delayMs: 0 };

export const LimitsForm = ({ value, onValue }: LimitsFormProps) => {
  const { limits, render, robots, permissions, pace, session, documentPassword } = value;
  const { text } = useParts("limits", limits, (changed) => onValue({ ...value, limits: changed }));
  const paced = useParts("pace", pace === "auto" ? {} : pace, (changed) =>
    onValue({ ...value, pace: changed }),
  );
  const renderFault = useFault("render");
  const passwordFault = useFault("documentPassword");
  return (
    <div className="fields">
      <TextField label="Max pages" inputMode="numeric" {...text("maxPages")} />
      <TextField label="Max items" inputMode="numeric" {...text("maxItems")} />
      <TextField
        label="Max pages per site"
        inputMode="numeric"
        hint="For lists of sites."
        {...text("maxPagesPerSite")}
      />
      <TextField label="Max items per site" inputMode="numeric" {...text("maxItemsPerSite")} />
      <TextField label="Max cost (US$)" inputMode="decimal" {...text("maxCostUsd")} />
      <SelectField
        label="Rendering"
        value={render}
        fault={renderFault}
        options={CHOICES.FlowRender}
        hint="Auto uses a browser only when the page needs one."
        onValue={(next) => onValue({ ...value, render: next })}
      />
      <SelectField
        label="robots.txt"
        value={robots}
        options={["obey", "ignore"]}
        onValue={(next) => onValue({ ...value, robots: next })}
      />
      <PermissionsField value={permissions} onValue={(next) => onValue({ ...value, permissions: next })} />
      <SelectField
        label="Pace"
        value={pace === "auto" ? "auto" : "fixed"}
        options={["auto", "fixed"]}
        hint="Auto speeds up while a site responds quickly and slows down when it doesn't."
        onValue={(next) => onValue({ ...value, pace: next === "auto" ? "auto" : FIRST_FIXED_PACE })}
      />
      <SelectField
        label="Session"
        value={session.keep ? "keep" : "new"}
        options={[
          ["new", "New for each run"],
          ["keep", "Keep between runs"],
        ]}
        hint="Keeps cookies and storage for up to 30 days, so that runs stay signed in."
        onValue={(next) => onValue({ ...value, session: { keep: next === "keep" } })}
      />
      {pace !== "auto" && (
        <>
          <TextField label="Concurrent pages per site" inputMode="numeric" {...paced.text("concurrency")} />
          <TextField label="Delay between requests (ms)" inputMode="numeric" {...paced.text("delayMs")} />
        </>
      )}
      <TextField
        label="Password of documents"
        value={documentPassword}
        fault={passwordFault}
        hint="A secret of the flow, such as {{secret.document}}. Leave empty to open files without a password."
        onValue={(next) => onValue({ ...value, documentPassword: next })}
      />
    </div>
  );
};
