import { useState } from "react";
import { EXPORT_FORMATS } from "../../client/vocabulary.ts";
import { useAction } from "../api/queries.ts";
import { Button } from "../ui/basics.tsx";
import { showPlural } from "../ui/format.ts";

type Format = (typeof EXPORT_FORMATS)[number];

/** Opens the stored file, which the browser downloads whatever its size. */
const save = (url: string): void => {
  const link = document.createElement("a");
  link.href = url;
  link.rel = "noreferrer noopener";
  link.download = "";
  link.click();
};

interface SelectionExportProps {
  readonly runId: string;
  readonly selection: { readonly q?: string; readonly where?: string; readonly sort?: string };
  readonly count: number;
}

/** Exports the rows that a table is narrowed to, all of them. */
export const SelectionExport = ({ runId, selection, count }: SelectionExportProps) => {
  const exporting = useAction((client) => client.exportRunItems(runId, { format: "csv", ...selection }), {
    done: ({ itemCount }) => `Exporting ${showPlural(itemCount, "item")}.`,
    onDone: ({ url }) => save(url),
  });
  return (
    <Button isSmall isBusy={exporting.isPending} disabled={count === 0} onClick={() => exporting.mutate()}>
      {`Export ${showPlural(count, "match", "matches")} as CSV`}
    </Button>
  );
};

export const RunExport = ({ runId }: { readonly runId: string }) => {
  const [format, setFormat] = useState<Format>("csv");
  const exporting = useAction((client, chosen: Format) => client.exportRunItems(runId, { format: chosen }), {
    done: ({ itemCount }) => `Exporting ${showPlural(itemCount, "item")}.`,
    onDone: ({ url }) => save(url),
  });
  return (
    <>
      <select
        aria-label="Export format"
        value={format}
        onChange={(event) => setFormat(event.target.value as Format)}
      >
        {EXPORT_FORMATS.map((name) => (
          <option key={name} value={name}>
            {name.toUpperCase()}
          </option>
        ))}
      </select>
      <Button isSmall isBusy={exporting.isPending} onClick={() => exporting.mutate(format)}>
        Export
      </Button>
    </>
  );
};
