/** Tools that export runs of any size into files. */
import * as z from "zod";
import { CHOICES } from "../../client/vocabulary.ts";
import { exportWork } from "../exports.ts";
import { awaitStarted, awaitWork, cancelWork } from "../longWork.ts";
import { define } from "../tool.ts";
import { cursor, runId } from "./inputs.ts";

const exportId = z.string().describe("ID of an export, such as exp-1795240980000222444.");

export const EXPORT_TOOLS = [
  define({
    name: "export_run",
    title: "Export a run into files",
    description:
      "Writes all items of a run that has ended into files, however many there are, and waits up to 45 seconds for them. Returns links " +
      "to a manifest and to the files, to be downloaded or given to the person. To read items yourself, use read_items. Every call " +
      "starts a new export; use get_export to keep waiting.",
    input: {
      runId,
      format: z
        .enum(CHOICES.DestinationFormat)
        .default("ndjson")
        .describe("`ndjson`, `csv` or `parquet`. Each file is complete: every CSV file has the header."),
    },
    readOnly: false,
    call: async (client, { runId: id, format }, progress) => {
      const { id: made } = await client.runs.createExport(id, { format }, { signal: progress.signal });
      return awaitStarted(made, exportWork(client, { runId: id, exportId: made }), progress);
    },
  }),
  define({
    name: "get_export",
    title: "Get an export",
    description:
      "Returns how far an export is and, once it is completed, new links to its manifest and files. Waits up to 45 seconds for it to finish.",
    input: { runId, exportId, cursor },
    readOnly: true,
    call: (client, input, progress) => awaitWork(exportWork(client, input), progress),
  }),
  define({
    name: "cancel_export",
    title: "Cancel an export",
    description: "Cancels an unfinished export. An export that has ended stays as it is.",
    input: { runId, exportId },
    readOnly: false,
    destructive: true,
    call: (client, input, { signal }) => cancelWork(exportWork(client, input), signal),
  }),
] as const;
