/**
 * `npm run account`: creates an account and prints its first key; shows, changes or suspends an account; or deletes it
 * with all its data. On a deployed stage or on this machine.
 */
import { parseArgs } from "node:util";
import * as z from "zod";
import { messageOf, StartFailure } from "./failure.ts";
import { type OperatorPlace, openPlace, PLACE_OPTIONS, PLACE_USAGE } from "./operatorPlace.ts";

const PLACE = "(--stage <stage> | --endpoint <address>)";
const USAGE = `Usage: npm run account -- ${PLACE} --email <address> [--name <name>] [--plan <plan>]
       npm run account -- ${PLACE} --account <account id> [--plan <plan>] [--suspend <reason> | --resume]
       npm run account -- ${PLACE} --delete <account id> --confirm <account id>

${PLACE_USAGE}  --email     creates an account and prints its first key
  --account   shows an account, after the changes that are given
  --plan      free, pro or scale
  --suspend   refuses the account's requests, and stops its runs and webhooks; its users see the reason
  --resume    lifts the suspension: what waited continues
  --delete    closes the account at once and erases all its data: this cannot be undone
`;

const Deleted = z.looseObject({ done: z.boolean(), erased: z.number() });

/** Repeats until nothing is left. Only the first response may know about a subscription, so it is kept. */
const deleteAccount = async (place: OperatorPlace, accountId: string): Promise<object> => {
  let erased = 0;
  let result = {};
  for (;;) {
    const answer = Deleted.parse(await place.invoke("deleteAccount", { accountId }));
    erased += answer.erased;
    result = { ...result, ...answer, erased };
    if (answer.done) return result;
    console.error(`${erased} items and objects are erased so far …`);
  }
};

const readOptions = () => {
  const text = { type: "string" } as const;
  const given = { email: text, name: text, account: text, plan: text, suspend: text, delete: text };
  const resume = { type: "boolean", default: false } as const;
  return parseArgs({ options: { ...PLACE_OPTIONS, ...given, resume, confirm: text } }).values;
};

const run = async (): Promise<unknown> => {
  const { email, name, account, plan, suspend, resume, delete: accountId, confirm, ...where } = readOptions();
  if ([email, account, accountId].filter((given) => given !== undefined).length !== 1)
    throw new StartFailure(USAGE);
  if (suspend !== undefined && resume)
    throw new StartFailure("--suspend and --resume cannot be used together.");
  const place = openPlace(where, USAGE);
  if (accountId !== undefined) {
    if (confirm !== accountId)
      throw new StartFailure(`Nothing was deleted. If you are sure, add: --confirm ${accountId}`);
    return deleteAccount(place, accountId);
  }
  if (account === undefined) return place.invoke("createAccount", { email, name, plan });
  return place.invoke("changeAccount", {
    accountId: account,
    plan,
    ...(suspend !== undefined && { suspend: { reason: suspend } }),
    ...(resume && { suspend: null }),
  });
};

try {
  console.log(JSON.stringify(await run()));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
