import { type Command, InvalidArgumentError } from "commander";
import type { Scope } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";

const isScope = (name: string): name is Scope => (CHOICES.Scope as readonly string[]).includes(name);

const readScopes = (text: string): Scope[] =>
  text.split(",").map((part) => {
    const name = part.trim();
    if (isScope(name)) return name;
    throw new InvalidArgumentError(`"${name}" is not a scope. Choose from: ${CHOICES.Scope.join(", ")}.`);
  });

export const addKeys = (program: Command, world: World): void => {
  const keys = program.command("keys").description("manage API keys");
  keys
    .command("list")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list keys, masked")
    .action(async ({ limit }: { limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(output, client.keys.list(), limit, ["name", "id", "key", "lastUsedAt", "expiresAt"]);
    });
  keys
    .command("create")
    .argument("<name>")
    .requiredOption(
      "--scopes <scopes>",
      `permissions, separated by commas: ${CHOICES.Scope.join(", ")}`,
      readScopes,
    )
    .option("--expires <time>", "expiry, such as 2027-01-31T00:00:00Z")
    .description("create a key (shown only once)")
    .action(async (name: string, { scopes, expires }: { scopes: Scope[]; expires?: string }, command) => {
      const { client, output } = await openContext(world, command);
      const { id, key } = await client.keys.create({
        name,
        scopes,
        expiresAt: expires,
      });
      output.record({ id, key });
    });
  keys
    .command("rotate")
    .argument("<key-id>")
    .option("--overlap <seconds>", "how long the old key keeps working (default: one day)", wholeNumber)
    .description("replace a key (the new one is shown only once)")
    .action(async (id: string, { overlap }: { overlap?: number }, command) => {
      const { client, output } = await openContext(world, command);
      const rotated = await client.keys.rotate(id, { overlapSeconds: overlap });
      output.record({ id: rotated.id, key: rotated.key });
    });
  keys
    .command("revoke")
    .argument("<key-id>")
    .description("revoke a key immediately")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.keys.revoke(id));
    });
};
