import { useState } from "react";
import type { Run } from "../../client/index.ts";
import { EXPORT_FORMATS } from "../../client/vocabulary.ts";
import { useAction } from "../api/queries.ts";
import { Button, doing } from "../ui/basics.tsx";
import { showPlural } from "../ui/format.ts";
import { exportsKey } from "./runExports.tsx";
import { isLive } from "./runTable.tsx";

const FORMATS = [...EXPORT_FORMATS, "parquet"] as const;
type Format = (typeof FORMATS)[number];

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
    <Button isSmall disabled={count === 0} does={exporting}>
      {`Export ${showPlural(count, "match", "matches")} as CSV`}
    </Button>
  );
};

/**
 * More items might not be written to one file within the 28 seconds of its request: a million takes 13 to 33 seconds on a quiet machine
 * (`npm run bench -- --destinations`).
 */
const MOST_IN_ONE_FILE = 200_000;

interface RunExportProps {
  readonly run: Pick<Run, "id" | "status" | "itemsExtracted">;
}

export const RunExport = ({ run }: RunExportProps) => {
  const { id, itemsExtracted } = run;
  const [format, setFormat] = useState<Format>("csv");
  const isLarge = itemsExtracted > MOST_IN_ONE_FILE && !isLive(run);
  const exporting = useAction(
    async (client, chosen: Format): Promise<{ itemCount: number; url?: string }> => {
      if (chosen === "parquet" || (isLarge && (chosen === "csv" || chosen === "ndjson")))
        return { itemCount: (await client.createExport(id, { format: chosen })).totalItems };
      return client.exportRunItems(id, { format: chosen });
    },
    {
      done: ({ itemCount, url }) =>
        `Exporting ${showPlural(itemCount, "item")}${url === undefined ? " in the background. The page of the run lists the files" : ""}.`,
      onDone: ({ url }) => url !== undefined && save(url),
      changes: [exportsKey(id)],
    },
  );
  return (
    <>
      <select
        aria-label="Export format"
        value={format}
        onChange={(event) => setFormat(event.target.value as Format)}
      >
        {FORMATS.map((name) => (
          <option key={name} value={name}>
            {name.toUpperCase()}
          </option>
        ))}
      </select>
      <Button isSmall does={doing(exporting, format)}>
        Export
      </Button>
    </>
  );
};
