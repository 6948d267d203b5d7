import { type Command, Option } from "commander";
import { createClient } from "../../client/index.ts";
import { openContext, outputOf, type World, wholeNumber } from "../context.ts";
import { explainTakenPort } from "../failure.ts";
import { readUrl } from "../settings.ts";

const EXAMPLE = `
An agent's program starts it by itself:
  {"mcpServers": {"gleaner": {"command": "npx", "args": ["gleaner", "mcp"]}}}
With --http it is started once, and every request brings a key of its own: Authorization: Bearer gl_live_…`;

/** The servers are loaded only for this command, because they are larger than the rest of the program. */
export const addMcp = (program: Command, world: World): void => {
  program
    .command("mcp")
    .addOption(
      new Option("--http <port>", "serve over HTTP on this machine instead, until Ctrl-C").argParser(
        wholeNumber,
      ),
    )
    .option("--all-tools", "offer every tool: also flows in detail, alerts, tickets, uploads and deletions")
    .description("start an MCP server for AI agents, on standard input and output")
    .addHelpText("after", EXAMPLE)
    .action(async ({ http: port, allTools }: { http?: number; allTools?: true }, command: Command) => {
      if (port === undefined) {
        const { client } = await openContext(world, command);
        const { serveStdio } = await import("../../mcp/stdio.ts");
        return serveStdio(client, world.stdin, world.stdout, world.signal, { allTools });
      }
      const output = outputOf(world, command);
      const url = await readUrl(command.optsWithGlobals<{ url?: string }>().url, world.environment);
      const { serveHttp } = await import("../../mcp/http.ts");
      await serveHttp(
        port,
        (apiKey) => createClient({ url, apiKey }),
        world.signal,
        (address) => output.say(`MCP server for ${url} at ${address}. Press Ctrl-C to stop.`),
        { allTools },
      ).catch(explainTakenPort(port, "--http"));
    });
};
