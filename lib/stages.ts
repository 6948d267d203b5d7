/**
 * The differences between stages, as data. Everything else is the same, so that what runs on one machine and in `dev`
 * is what runs in `prod`.
 */

interface StageRow {
  /** Whether the table and stacks are protected from deletion until someone lifts the protection. */
  readonly deletionProtection: boolean;
  readonly logRetentionDays: number;
  /** Requests per second of all accounts together. Within it, each account has its plan's rate. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** Whether synthesis runs cdk-nag and the CloudFormation rules; off for stages that are never deployed. */
  readonly checks: boolean;
  /** Whether the stack serves the dashboard. On one machine the runner does, at the API's origin. */
  readonly site: boolean;
  /** Whether stand-ins replace the payment provider and the model, with their own secrets. */
  readonly standIns: boolean;
}

export const STAGES = {
  local: {
    deletionProtection: false,
    logRetentionDays: 7,
    throttle: { requestsPerSecond: 200, burst: 400 },
    checks: false,
    site: false,
    standIns: true,
  },
  dev: {
    deletionProtection: false,
    logRetentionDays: 7,
    throttle: { requestsPerSecond: 200, burst: 400 },
    checks: true,
    site: true,
    standIns: false,
  },
  prod: {
    deletionProtection: true,
    logRetentionDays: 90,
    throttle: { requestsPerSecond: 2000, burst: 4000 },
    checks: true,
    site: true,
    standIns: false,
  },
} as const satisfies Record<string, StageRow>;

export type StageName = keyof typeof STAGES;

export const STAGE_NAMES = Object.keys(STAGES) as [StageName, ...StageName[]];
