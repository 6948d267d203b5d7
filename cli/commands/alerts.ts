import { type Command, Option } from "commander";
import type { AlertSeverity } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";

interface AlertFilters {
  readonly severity?: AlertSeverity;
  readonly unread?: true;
  readonly limit: number;
}

export const addAlerts = (program: Command, world: World): void => {
  const alerts = program.command("alerts").description("list and read alerts");
  alerts
    .command("list")
    .addOption(new Option("--severity <severity>", "only these").choices(CHOICES.AlertSeverity))
    .option("--unread", "show only unread alerts")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("list alerts, newest first")
    .action(async ({ severity, unread, limit }: AlertFilters, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(
        output,
        client.alerts.list({ severity, ...(unread && { read: "false" }) }),
        limit,
        ["title", "id", "createdAt", "severity", "read", "type"],
        ({ title, message, type, ...alert }) => ({
          ...alert,
          title: title ?? message,
          type: type.replaceAll("_", " "),
        }),
      );
    });
  alerts
    .command("read")
    .argument("[alert]", "all unread alerts, if left out")
    .description("mark alerts as read")
    .action(async (id: string | undefined, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(
        id === undefined ? await client.alerts.readAll() : await client.alerts.update(id, { read: true }),
      );
    });
  alerts
    .command("delete")
    .argument("<alert>")
    .description("delete an alert")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.alerts.delete(id));
    });
};
