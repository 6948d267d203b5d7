/** Flows by name, wherever a command takes an id. */
import type { Command } from "commander";
import { distance } from "fastest-levenshtein";
import type { Client, FlowSummary } from "../client/index.ts";
import { openContext, type World } from "./context.ts";
import { NotFoundError, UsageError } from "./failure.ts";

const IS_ID = /^flow-\d+$/;
/** Most names that an error lists. */
const MAX_LISTED = 5;
/** Flows whose names are compared with an unknown one. */
const MAX_COMPARED = 500;

const plain = (name: string): string => name.trim().toLowerCase();

const listed = (flows: readonly Pick<FlowSummary, "name" | "id">[]): string =>
  flows.map(({ name, id }) => `  ${name}  ${id}`).join("\n");

/** How far a name is from what was typed; a name that contains it is near. */
const farness = (typed: string, name: string): number =>
  name.includes(typed) ? 0 : distance(typed, name.slice(0, 2 * typed.length)) / Math.max(typed.length, 1);

const unknown = async (client: Client, name: string): Promise<NotFoundError> => {
  const flows: FlowSummary[] = [];
  for await (const flow of client.flows.list({ limit: 200 })) if (flows.push(flow) >= MAX_COMPARED) break;
  if (flows.length === 0)
    return new NotFoundError(
      `No flow is called "${name}". There are no flows yet: see gleaner flows create.`,
    );
  const near = flows.toSorted(
    (left, right) => farness(plain(name), plain(left.name)) - farness(plain(name), plain(right.name)),
  );
  const more = flows.length > MAX_LISTED ? "\nTo see all of them: gleaner flows list" : "";
  return new NotFoundError(
    `No flow is called "${name}". The nearest are:\n${listed(near.slice(0, MAX_LISTED))}${more}`,
  );
};

/**
 * The id of a flow that is given by its id or its name, in any case.
 *
 * @throws NotFoundError that lists near names; UsageError if several flows have the name
 */
export const flowIdOf = async (client: Client, given: string): Promise<string> => {
  if (IS_ID.test(given)) return given;
  const alike: FlowSummary[] = [];
  for await (const flow of client.flows.list({ q: given, limit: 200 }))
    if (plain(flow.name) === plain(given)) alike.push(flow);
  const [only, ...more] = alike;
  if (only === undefined) throw await unknown(client, given);
  if (more.length > 0)
    throw new UsageError(`Several flows are called "${given}". Give the id of one:\n${listed(alike)}`);
  return only.id;
};

/** Turns names into ids in all arguments `<flow>` and options `--flow`, before the command acts. */
export const acceptFlowNames = (program: Command, world: World): void => {
  program.hook("preAction", async (_program, command) => {
    const at = command.registeredArguments.findIndex((argument) => argument.name() === "flow");
    const given: unknown = command.processedArgs[at];
    const { flow } = command.opts<{ flow?: string | readonly string[] }>();
    if (typeof given !== "string" && flow === undefined) return;
    const { client } = await openContext(world, command);
    const idOf = (name: string): Promise<string> => flowIdOf(client, name);
    if (typeof given === "string") command.processedArgs[at] = await idOf(given);
    if (typeof flow === "string") command.setOptionValue("flow", await idOf(flow));
    else if (flow !== undefined) command.setOptionValue("flow", await Promise.all(flow.map(idOf)));
  });
};
