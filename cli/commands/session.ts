import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { openContext, type World } from "../context.ts";
import { UsageError } from "../failure.ts";

/** A flow's session: cookies and storage that its runs share. Their values are never shown. */
export const addSession = (program: Command, world: World): void => {
  const session = program
    .command("session")
    .description("manage a flow's session, which keeps its runs signed in");
  session
    .command("show")
    .argument("<flow>")
    .description("show what is kept of a flow's session, and until when")
    .action(async (flowId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.flows.getSession(flowId));
    });
  session
    .command("import")
    .argument("<flow>")
    .argument("<file>", "cookies.txt, or the JSON of a browser's cookie extension")
    .description("import cookies from a browser that is signed in")
    .action(async (flowId: string, file: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const cookies = await readFile(file, "utf8");
      if (cookies.trim() === "") throw new UsageError(`${file} is empty.`);
      output.record(await client.flows.putSession(flowId, { cookies }));
    });
  session
    .command("clear")
    .argument("<flow>")
    .description("clear a flow's session; its next run signs in again")
    .action(async (flowId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.flows.deleteSession(flowId));
    });
};
