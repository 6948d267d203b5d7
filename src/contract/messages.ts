import * as z from "zod";
import { line } from "./text.ts";

/** Message of the runs queue: "this run can be worked on". It says nothing else, so duplicates are harmless. */
export const RunMessage = z.strictObject({
  type: z.literal("run"),
  accountId: z.string(),
  runId: z.string(),
  /** The shard, if the run is split. */
  shard: z.int().min(0).optional(),
});
export type RunMessage = z.infer<typeof RunMessage>;

/** Event of the handOverDue function, which the clock's function calls for each shard that has due items. */
export const DuePart = z.strictObject({ shard: z.int().min(0) });
export type DuePart = z.infer<typeof DuePart>;

/** Event of the inspectPage function, which POST /inspections calls. */
export const InspectMessage = z.strictObject({ accountId: z.string(), inspectionId: z.string() });

/** Event of the deleteAccount function, which only operators may invoke. */
export const DeleteAccountRequest = z.strictObject({ accountId: z.string().regex(/^acct-\d{19}$/) });

/** Event of the createAccount function, which only operators may invoke. */
export const CreateAccountRequest = z.strictObject({
  email: z.email(),
  name: line(100).optional(),
  plan: z.enum(["free", "pro", "scale"]).default("free"),
});
