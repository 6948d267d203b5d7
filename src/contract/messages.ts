import * as z from "zod";
import { PlanName } from "./account/plans.ts";
import { DenyRule } from "./denied.ts";
import { QUEUES } from "./operation.ts";
import { line } from "./text.ts";

/** Message of the runs queue: "this run can be processed". It contains nothing else, so duplicates are harmless. */
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
export type InspectMessage = z.infer<typeof InspectMessage>;

const VersionedKey = z.strictObject({ version: z.int().min(1), key: z.base64() });

/**
 * Event of a confined function: a message, credentials that open what it is about and nothing else, and the keys of the
 * service's seals. Never logged.
 */
export const ConfinedCall = z.strictObject({
  message: z.unknown(),
  credentials: z.strictObject({
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
    sessionToken: z.string(),
  }),
  /** Absent if it seals and opens nothing. */
  sealKeys: z.strictObject({ current: VersionedKey, all: z.array(VersionedKey) }).optional(),
  /** The trace that the call belongs to, in the form of W3C Trace Context. */
  trace: z.record(z.string(), z.string()),
});
export type ConfinedCall = z.infer<typeof ConfinedCall>;

/** Event of the deleteAccount function, which only operators may invoke. */
export const DeleteAccountRequest = z.strictObject({ accountId: z.string().regex(/^acct-\d{19}$/) });

/**
 * Event of the changeAccount function, which only operators may invoke. Changes nothing if it names no change.
 */
export const ChangeAccountRequest = z.strictObject({
  accountId: z.string().regex(/^acct-\d{19}$/),
  plan: PlanName.optional(),
  /** Suspends the account; null lifts the suspension. */
  suspend: z
    .strictObject({ reason: line(200) })
    .nullable()
    .optional(),
});
export type ChangeAccountRequest = z.infer<typeof ChangeAccountRequest>;

/** Event of the denyTargets function, which only operators may invoke. Changes nothing if it names no rule. */
export const DenyTargetsRequest = z.strictObject({
  add: DenyRule.optional(),
  remove: DenyRule.optional(),
  /** For operators. */
  reason: line(200).default(""),
});
export type DenyTargetsRequest = z.infer<typeof DenyTargetsRequest>;

const REDRIVEN = [...QUEUES, "stuck"] as const;
const OPERATED = [...REDRIVEN, "deadLetters"] as const;

/** Queues whose failures can be handled again. `stuck` holds what was due and could not be handed over. */
export type RedrivenName = (typeof REDRIVEN)[number];
export type OperatedName = (typeof OPERATED)[number];

/** Event of the operateQueues function, which only operators may invoke. */
export const OperateQueuesRequest = z.strictObject({
  redrive: z.enum(REDRIVEN).optional(),
  drain: z.enum(OPERATED).optional(),
});
export type OperateQueuesRequest = z.infer<typeof OperateQueuesRequest>;

/** Event of the explainRun function, which only operators may invoke. */
export const ExplainRunRequest = z.strictObject({
  accountId: z.string().regex(/^acct-\d{19}$/),
  runId: z.string().regex(/^run-\d{19}$/),
});

/** Event of the createAccount function, which only operators may invoke. */
export const CreateAccountRequest = z.strictObject({
  email: z.email(),
  name: line(100).optional(),
  plan: PlanName.default("free"),
});
