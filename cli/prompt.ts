import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { World } from "./context.ts";

/** Swallows readline's echo. */
const unseen = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The first line of standard input. On a terminal, it is prompted for and not echoed. */
export const readSecretLine = async (
  { stdin, stderr }: Pick<World, "stdin" | "stderr">,
  what: string,
): Promise<string> => {
  const isTyped = "isTTY" in stdin && stdin.isTTY === true;
  const lines = createInterface({
    input: stdin,
    ...(isTyped && { output: unseen(), terminal: true }),
  });
  if (isTyped) stderr.write(`${what} (input is hidden): `);
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    if (isTyped) stderr.write("\n");
    lines.close();
  }
};
