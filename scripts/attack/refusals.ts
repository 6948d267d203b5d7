/** Requests that are refused, each sent twice with one Idempotency-Key: a refusal must free the key. */
import { takesIdempotencyKey } from "../../src/contract/operation.ts";
import { operationEntries } from "../../src/contract/operations.ts";
import type { Attacker, Observed } from "./attacker.ts";
import { HUNG } from "./exhaustion.ts";
import type { Attack } from "./expectations.ts";

const INSIDE = "http://10.0.0.1/";
const UNKNOWN = "unknown-0000000000000000000";
const FLOW = { name: "Attack", mode: "extract", url: INSIDE };

/** Bodies that some operations refuse for another reason than their form. */
const BODIES: Readonly<Record<string, object>> = {
  createFlow: FLOW,
  createPreview: { flow: FLOW },
  createRun: { flowId: UNKNOWN },
  triggerRun: { flowId: UNKNOWN },
  extract: { url: INSIDE },
  generateFlow: { url: INSIDE, prompt: "names and prices" },
  mapSite: { url: INSIDE },
  createInspection: { url: INSIDE },
  takeScreenshot: { url: INSIDE },
  createWebhook: { url: INSIDE, events: ["run.completed"] },
};

/** The second refusal, or that the first left its key locked or failed. */
const refuseTwice = async (
  { askWithKey }: Attacker,
  path: string,
  body: object,
  key: string,
): Promise<Observed> => {
  const first = await askWithKey(path, body, key);
  const second = await askWithKey(path, body, key);
  const isFreed = first.code === second.code && first.code !== "internal";
  return isFreed
    ? second
    : { ...second, code: HUNG, message: `It ended as ${first.code}, and then as ${second.code}.` };
};

export const byRefusal = (attacker: Attacker): Attack[] =>
  operationEntries()
    .filter(([, row]) => takesIdempotencyKey(row))
    .flatMap(([name, { path }]) =>
      [{ unknownField: 1 }, BODIES[name]].flatMap((body, index) =>
        body === undefined
          ? []
          : [
              {
                surface: `POST ${path}, refused`,
                trick: index === 0 ? "a malformed body, with one key" : "what it may not do, with one key",
                expects: "anything" as const,
                perform: () =>
                  refuseTwice(
                    attacker,
                    path.replaceAll(/\{\w+\}/g, UNKNOWN),
                    body,
                    `attack-${name}-${index}`,
                  ),
              },
            ],
      ),
    );
