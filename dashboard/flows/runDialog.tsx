import { useState } from "react";
import type { Flow } from "../../client/index.ts";
import { AreaField, FileField, TextField } from "../ui/form.tsx";
import { FormDialog } from "../ui/formDialog.tsx";
import { faultsOf } from "./editor/faults.ts";
import { type RunInput, typedValue } from "./inputs.ts";
import { LIST_FILES } from "./runList.ts";
import { SiteUrls } from "./siteUrls.tsx";

/** URLs that a run opens instead of its flow's: typed, or in a file. */
export interface UrlList {
  readonly text: string;
  readonly file: File | null;
}

interface RunDialogProps {
  readonly title: string;
  readonly action: string;
  readonly inputs: Flow["inputs"];
  /** The input of the last run. */
  readonly given?: RunInput;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** A page of the site, if a list of URLs is needed too. */
  readonly site?: string;
  readonly onRun: (input: RunInput, list: UrlList) => void;
  readonly onClose: () => void;
}

/** Asks for a run's input. */
export const RunDialog = ({
  title,
  action,
  inputs,
  given = {},
  isBusy,
  error,
  site,
  onRun,
  onClose,
}: RunDialogProps) => {
  const [list, setList] = useState<UrlList>({ text: "", file: null });
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
  );
  const faults = faultsOf(error);
  const names = Object.keys(inputs);
  // An error shown beside its field is not repeated.
  const isTold = names.some((name) => faults.has(`input.${name}`));
  const run = () =>
    onRun(Object.fromEntries(names.map((name) => [name, typedValue(inputs[name], texts[name] ?? "")])), list);
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      action={action}
      sending={{ mutate: run, error: isTold ? null : error, isPending: isBusy }}
    >
      {site !== undefined && (
        <>
          <SiteUrls url={site} onUrls={(urls) => setList({ text: urls.join("\n"), file: null })} />
          <AreaField
            label="URLs"
            hint="One per line. The flow's steps run on each."
            rows={6}
            required={list.file === null}
            disabled={list.file !== null}
            value={list.text}
            onValue={(text) => setList({ ...list, text })}
          />
          <FileField label="Or a file" {...LIST_FILES} onFile={(file) => setList({ ...list, file })} />
        </>
      )}
      {names.map((name) => (
        <TextField
          key={name}
          label={name}
          required
          inputMode={inputs[name] === "number" ? "decimal" : "text"}
          value={texts[name] ?? ""}
          fault={faults.get(`input.${name}`)}
          onValue={(text) => setTexts({ ...texts, [name]: text })}
        />
      ))}
    </FormDialog>
  );
};
