/** `npm run queues`: shows the queues and what failed, redrives dead letters and drains queues. */
import { parseArgs } from "node:util";
import * as z from "zod";
import { StartFailure } from "../local/failure.ts";
import { openPlace, PLACE_OPTIONS, PLACE_USAGE } from "../local/operatorPlace.ts";
import { OperateQueuesRequest } from "../src/contract/messages.ts";
import { runOperatorCommand } from "./operator/run.ts";

const USAGE = `Usage: npm run queues -- (--stage <stage> | --endpoint <address>) [--redrive <queue>] [--drain <queue>]

${PLACE_USAGE}  --redrive   runs, browserRuns, events, deliveries or mails: sends its dead letters back to it;
              stuck: makes what is stuck due now
  --drain     drops all messages of a queue: one of the above, or deadLetters
`;

const Answer = z.looseObject({ done: z.boolean(), redriven: z.number().optional() });

await runOperatorCommand(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { ...PLACE_OPTIONS, redrive: text, drain: text } });
  const { redrive, drain, ...where } = values;
  const asked = OperateQueuesRequest.safeParse({ redrive, drain });
  if (!asked.success) throw new StartFailure(USAGE);
  const place = openPlace(where, USAGE);
  let redriven = 0;
  for (let request = asked.data; ; request = { redrive: asked.data.redrive }) {
    const answer = Answer.parse(await place.invoke("operateQueues", request));
    redriven += answer.redriven ?? 0;
    // Without a redrive, one look is enough.
    if (answer.done || asked.data.redrive === undefined)
      return { ...answer, ...(answer.redriven !== undefined && { redriven }) };
    console.error(`${redriven} messages are redriven so far …`);
  }
});
