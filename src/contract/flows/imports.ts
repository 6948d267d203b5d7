/** Monitors of other tools, as flow definitions. */
import * as z from "zod";

/** The largest backup that is accepted as it is. The command line sends what it needs of a larger one. */
export const MAX_IMPORT_BODY_BYTES = 5_000_000;

export const MAX_IMPORTED_WATCHES = 1_000;

export const ImportBackup = z.strictObject({
  from: z.literal("changedetection.io"),
  backup: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .describe(
      "The backup file: a ZIP file in base64, or the JSON of its `url-watches.json` or `changedetection.json`.",
    ),
});
export type ImportBackup = z.infer<typeof ImportBackup>;

const LeftOut = z.object({
  setting: z.string().describe("Name of the setting, as the other tool calls it."),
  reason: z.string().describe("Why it was not imported as it is, and what to do instead."),
});
export type LeftOut = z.infer<typeof LeftOut>;

const ImportedFlow = z.object({
  definition: z
    .record(z.string(), z.unknown())
    .describe(
      "The flow, to be sent to POST /flows as it is. It has no notification address and no credential.",
    ),
  active: z.boolean().describe("Whether it ran by its schedule there. Send `status: active` to start it."),
  leftOut: z.array(LeftOut).describe("Settings that were not imported, or not exactly."),
});
export type ImportedFlow = z.infer<typeof ImportedFlow>;

export const ImportedFlows = z.object({
  flows: z.array(ImportedFlow),
  refused: z
    .array(z.object({ url: z.string(), reason: z.string() }))
    .describe("Watches that cannot become flows."),
  leftOut: z.array(LeftOut).describe("Settings of the whole backup that were not imported."),
});
export type ImportedFlows = z.infer<typeof ImportedFlows>;
