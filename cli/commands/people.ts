import { type Command, Option } from "commander";
import type { Client, Role } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";
import { NotFoundError } from "../failure.ts";

const roleOption = (): Option =>
  new Option("--role <role>", "what the person may do").choices(CHOICES.Role).makeOptionMandatory();

/** The id of a member or an invitation that is given by its id or its email address. @throws NotFoundError */
const personIdOf = async (client: Client, given: string): Promise<string> => {
  if (!given.includes("@")) return given;
  const email = given.trim().toLowerCase();
  for await (const person of client.people.list()) if (person.email === email) return person.id;
  throw new NotFoundError(`Nobody in this account has the address ${email}. To see all: gleaner people list`);
};

export const addPeople = (program: Command, world: World): void => {
  const people = program.command("people").description("manage the people of the account and their roles");
  people
    .command("list")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list members and pending invitations")
    .action(async ({ limit }: { limit: number }, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(output, client.people.list(), limit, ["email", "role", "status", "id", "expiresAt"]);
    });
  people
    .command("invite")
    .argument("<email>")
    .addOption(roleOption())
    .description("invite a person by email, or send the invitation again")
    .action(async (email: string, { role }: { role: Role }, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.people.invitePerson({ email, role }));
    });
  people
    .command("update")
    .argument("<person>", "email address or id")
    .addOption(roleOption())
    .description("change a member's role")
    .action(async (person: string, { role }: { role: Role }, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.people.updatePerson(await personIdOf(client, person), { role }));
    });
  people
    .command("remove")
    .argument("<person>", "email address or id")
    .description("remove a member, or withdraw an invitation")
    .action(async (person: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.people.removePerson(await personIdOf(client, person)));
    });
};
