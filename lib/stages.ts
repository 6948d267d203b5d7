/**
 * What differs between stages, as data. Everything else is the same everywhere, so that what runs
 * on one machine and in `dev` is what runs in `prod`.
 */

interface StageRow {
  /** Refuse to delete the table and the stacks until someone lifts the protection by hand. */
  readonly deletionProtection: boolean;
  readonly logRetentionDays: number;
  /** Requests per second over all accounts; below it, each account has the rate of its plan. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** Whether the synth runs cdk-nag and the CloudFormation rules; off where nothing is ever deployed. */
  readonly checks: boolean;
  /** Whether the stack serves the dashboard; on one machine the runner does, at the API's own origin. */
  readonly site: boolean;
  /** Whether stand-ins of payment provider and model take the place of real ones, with secrets of their own. */
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
