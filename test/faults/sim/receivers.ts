/** Who gets the webhooks: each answers in a manner of its own, and remembers what came. */
import type { Post } from "../../../src/domain/webhooks/attempt.ts";
import type { Machine } from "./machines.ts";
import type { Random } from "./random.ts";

const MANNERS = ["good", "flaky", "dead", "gone", "busy", "silent", "deadly"] as const;
type Manner = (typeof MANNERS)[number];

export interface Received {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  readonly atMs: number;
  readonly isTaken: boolean;
}

interface Receivers {
  readonly received: Received[];
  readonly post: (machine: Machine) => Post;
}

/** The manner is part of the address. */
export const drawReceiverUrl = (random: Random, index: number): string =>
  `https://${random.pick(["good", "good", "flaky", ...MANNERS])}-${index}.example/hook`;

const mannerOf = (url: string): Manner =>
  MANNERS.find((manner) => url.startsWith(`https://${manner}-`)) ?? "good";

const statusOf = (random: Random, manner: Manner): number => {
  const taken: Readonly<Record<Manner, number>> = {
    good: 1,
    flaky: 0.5,
    dead: 0,
    gone: 0.7,
    busy: 0.6,
    silent: 0.6,
    deadly: 0,
  };
  const refused: Readonly<Record<Manner, number>> = {
    good: 500,
    flaky: 503,
    dead: 500,
    gone: 410,
    busy: 429,
    silent: 0,
    deadly: 0,
  };
  return random.chance(taken[manner]) ? 200 : refused[manner];
};

export const createReceivers = (random: Random, now: () => number): Receivers => {
  const received: Received[] = [];
  return {
    received,
    post:
      (machine) =>
      async (url, { headers, body }) => {
        const manner = mannerOf(url);
        try {
          return await machine.call(
            "receivers",
            `post to ${url}`,
            async () => {
              const status = statusOf(random, manner);
              received.push({
                url,
                eventId: headers["webhook-id"] ?? "",
                body,
                atMs: now(),
                isTaken: status === 200,
              });
              // What it answers is more than the worker can bear.
              if (manner === "deadly") machine.kill();
              if (status === 0) throw new Error("no answer");
              return { httpStatus: status, retryAfter: manner === "busy" ? "90" : null, reply: "" };
            },
            { takesMs: 50 },
          );
        } catch {
          return { error: { code: "timeout", message: "The target did not answer in time." } };
        }
      },
  };
};
