import { type Command, Option } from "commander";
import type { TicketStatus } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";

interface TicketFilters {
  readonly status?: TicketStatus;
  readonly limit: number;
}

export const addTickets = (program: Command, world: World): void => {
  const tickets = program.command("tickets").description("list and delete support tickets");
  tickets
    .command("list")
    .addOption(new Option("--status <status>", "only these").choices(CHOICES.TicketStatus))
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list tickets, newest first")
    .action(async ({ status, limit }: TicketFilters, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(output, client.tickets.list({ status }), limit, [
        "subject",
        "id",
        "status",
        "priority",
        "createdAt",
      ]);
    });
  tickets
    .command("delete")
    .argument("<ticket>")
    .description("delete a ticket and its screenshot")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.tickets.delete(id));
    });
};
