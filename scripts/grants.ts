/**
 * `npm run grants [-- --json]`: permissions that functions have but never use, as recorded by the API tests on
 * services that enforce roles. Exits with 1 if a call was denied, or if a grant is unused without a reason.
 */
import { parseArgs } from "node:util";
import { messageOf } from "../local/failure.ts";
import { reasonFor } from "./grants/reasons.ts";
import { GRANT_RECORDS, readRecords } from "./grants/records.ts";

const report = () => {
  const { functions: recorded, denied } = readRecords(GRANT_RECORDS);
  const functions = Object.fromEntries(
    Object.entries(recorded).map(([name, { granted, used }]) => {
      const unused = granted
        .filter((grant) => !used.includes(grant))
        .map((grant) => ({ grant, reason: reasonFor(name, grant) ?? null }));
      return [name, { granted: granted.length, used: used.length, unused }];
    }),
  );
  const unusedWithoutReason = Object.entries(functions).flatMap(([name, { unused }]) =>
    unused.filter(({ reason }) => reason === null).map(({ grant }) => ({ function: name, grant })),
  );
  return { functions, denied, unusedWithoutReason };
};

const print = ({ functions, denied, unusedWithoutReason }: ReturnType<typeof report>): void => {
  for (const [name, { granted, used, unused }] of Object.entries(functions)) {
    console.log(`${name}: ${used} of ${granted} grants used`);
    for (const { grant, reason } of unused) console.log(`  ${grant}: ${reason ?? "NO REASON"}`);
  }
  for (const { function: name, action, resource } of denied)
    console.log(`DENIED ${name}: ${action} on ${resource}`);
  console.log(
    `\n${denied.length} calls denied, ${unusedWithoutReason.length} grants unused without a reason.`,
  );
};

try {
  const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
  const found = report();
  if (values.json)
    console.log(
      JSON.stringify({
        ...found,
        denied: found.denied.length,
        unusedWithoutReason: found.unusedWithoutReason.length,
        deniedCalls: found.denied,
        withoutReason: found.unusedWithoutReason,
      }),
    );
  else print(found);
  process.exitCode = found.denied.length + found.unusedWithoutReason.length === 0 ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
