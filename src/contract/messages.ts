import * as z from "zod";
import { line } from "./text.ts";

/** Message of the runs queue: "this run can be worked on". Says nothing else, so doubles are harmless. */
export const RunMessage = z.strictObject({
  type: z.literal("run"),
  accountId: z.string(),
  runId: z.string(),
  /** Of a run that is split: which of its shards. */
  shard: z.int().min(0).optional(),
});
export type RunMessage = z.infer<typeof RunMessage>;

/** Event of the function handOverDue, which the clock's function calls for each shard that has something due. */
export const DuePart = z.strictObject({ shard: z.int().min(0) });
export type DuePart = z.infer<typeof DuePart>;

/** Event of the function inspectPage, which POST /inspections calls. */
export const InspectMessage = z.strictObject({ accountId: z.string(), inspectionId: z.string() });

/** Event of the deleteAccount function, which only operators may invoke. */
export const DeleteAccountRequest = z.strictObject({ accountId: z.string().regex(/^acct-\d{19}$/) });

/** Event of the createAccount function, which only operators may invoke. */
export const CreateAccountRequest = z.strictObject({
  email: z.email(),
  name: line(100).optional(),
  plan: z.enum(["free", "pro", "scale"]).default("free"),
});
