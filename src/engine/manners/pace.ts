/** How many pages of one origin are opened at once, and the pauses between them. */
import type { Pace as PaceRule } from "../../contract/flows/pace.ts";
import { TargetError } from "../egress/index.ts";
import { AUTO_PACE, POLITENESS } from "./policy.ts";

/** A request and its outcome. */
export interface Try {
  readonly startedAtMs: number;
  readonly ms: number;
  readonly error?: unknown;
}

/** What a run carries from worker to worker. */
export interface PaceMemory {
  readonly step: number;
  readonly tooFast?: number | undefined;
  readonly usualMs?: number | undefined;
}

interface PaceNews {
  readonly message: string;
  /** A pause to make before the next request. */
  readonly pauseMs: number;
}

export interface SitePace {
  readonly width: () => number;
  readonly delayMs: () => number;
  /** Adjusts after a request. @returns a message for the log, if the pace changed */
  readonly learn: (answer: Try, nowMs: number) => PaceNews | null;
  readonly suspend: () => PaceMemory | undefined;
}

/** Why a site should be visited more slowly; null if the error is not about load. */
const complaintOf = (error: unknown): string | null => {
  // A proxy's failure says nothing about the site.
  if (!(error instanceof TargetError) || error.code === "egress-failed") return null;
  const { httpStatus, code, retryable } = error;
  if (httpStatus === 429 || httpStatus === 503) return `it answered ${httpStatus}`;
  if (code === "timeout") return "it did not answer in time";
  return httpStatus === undefined && retryable ? "it dropped the connection" : null;
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * The pace is a single number, the step: 1 opens one page after the other, n opens n at once, and each step below 1
 * doubles the pause between pages.
 */
const widthAt = (step: number): number => Math.max(1, step);
const delayAt = (step: number): number =>
  step >= 1 ? 0 : Math.min(POLITENESS.maxDelayMs, AUTO_PACE.firstDelayMs * 2 ** -step);

const nameStep = (step: number): string => {
  if (step > 1) return `${step} pages at once`;
  return step === 1 ? "one page at a time" : `one page every ${delayAt(step) / 1_000} s`;
};

const isPowerOfTwo = (number: number): boolean => (number & (number - 1)) === 0;

/** One step up after each round as fast and clean as before; half the pace when the site complains. */
const createAutoPace = (ceiling: number, memory: PaceMemory | undefined): SitePace => {
  let step = Math.min(memory?.step ?? AUTO_PACE.startAtOnce, ceiling);
  /** The slowest step that was too fast. */
  let tooFast = memory?.tooFast ?? Number.POSITIVE_INFINITY;
  /** The site's response time at its fastest. */
  let usualMs = memory?.usualMs ?? Number.POSITIVE_INFINITY;
  let round: number[] = [];
  let roundAtMs = Number.POSITIVE_INFINITY;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  /** The response time that caused the last slowdown; unset once its effect is known. */
  let slowMs: number | undefined;

  const slowDown = (reason: string, nowMs: number, pauseMs: number): PaceNews | null => {
    if (delayAt(step) >= POLITENESS.maxDelayMs) return null;
    tooFast = step;
    step = step > 1 ? Math.floor(step / 2) : step - 1;
    [round, roundAtMs, slowedAtMs] = [[], nowMs, nowMs];
    return {
      message: `slowed down to ${nameStep(step)}: ${reason}`,
      pauseMs: Math.max(pauseMs, delayAt(step)),
    };
  };

  const speedUp = (nowMs: number): PaceNews | null => {
    [round, roundAtMs] = [[], nowMs];
    if (step >= ceiling) return null;
    step += 1;
    if (step >= tooFast) tooFast = step + 1;
    if (step <= 2 || !isPowerOfTwo(step)) return null;
    return { message: `sped up to ${nameStep(step)}: responses are fast`, pauseMs: 0 };
  };

  return {
    width: () => widthAt(step),
    delayMs: () => delayAt(step),
    learn: ({ startedAtMs, ms, error }, nowMs) => {
      // Requests sent before the last slowdown say nothing about the current pace.
      if (startedAtMs < slowedAtMs) return null;
      const complaint = complaintOf(error);
      if (complaint !== null) return slowDown(complaint, nowMs, AUTO_PACE.pauseMs);
      round.push(ms);
      roundAtMs = Math.min(roundAtMs, startedAtMs);
      const full = Math.max(AUTO_PACE.roundAnswers, widthAt(step));
      if (round.length % full !== 0) return null;
      const typicalMs = median(round.slice(-full));
      usualMs = Math.min(usualMs, typicalMs);
      if (slowMs !== undefined && typicalMs > slowMs * AUTO_PACE.helpedShare) {
        // Fewer concurrent pages did not help, so the site itself is this slow.
        [usualMs, tooFast] = [typicalMs, Number.POSITIVE_INFINITY];
      }
      slowMs = undefined;
      if (typicalMs > usualMs * AUTO_PACE.slowFactor + AUTO_PACE.slowMarginMs) {
        if (step > 1) {
          slowMs = typicalMs;
          return slowDown(
            `its answers take ${Math.round(typicalMs)} ms, not ${Math.round(usualMs)}`,
            nowMs,
            0,
          );
        }
        // One page at a time cannot be too much: this is the site's normal speed.
        usualMs = typicalMs;
      }
      const isProven = step + 1 < tooFast;
      const isLong =
        round.length >= AUTO_PACE.cautiousRoundAnswers || nowMs - roundAtMs >= AUTO_PACE.cautiousRoundMs;
      return isProven || isLong ? speedUp(nowMs) : null;
    },
    suspend: () => ({
      step,
      ...(Number.isFinite(tooFast) && { tooFast }),
      ...(Number.isFinite(usualMs) && { usualMs }),
    }),
  };
};

/** @param ceiling most concurrent pages that `auto` may reach */
export const createPace = (rule: PaceRule, ceiling: number, memory?: PaceMemory): SitePace => {
  if (rule === "auto") return createAutoPace(ceiling, memory);
  const { concurrency, delayMs } = rule;
  return {
    width: () => concurrency,
    delayMs: () => delayMs,
    learn: () => null,
    suspend: () => undefined,
  };
};
