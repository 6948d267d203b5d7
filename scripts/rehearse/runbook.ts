/** The commands in docs/operations.md, which tests and the rehearsal run exactly as written there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";

/** @returns the commands of the section with this title, one per line, without comments */
export const commandsIn = (title: string): string[] => {
  const text = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const section = text.split(/^#{2,3} /m).find((each) => each.startsWith(`${title}\n`)) ?? "";
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  const commands = blocks
    .join("")
    .replaceAll(/ +# .*$/gm, "")
    .replaceAll(/\\\n */g, "")
    .split("\n")
    .filter((line) => line !== "");
  if (commands.length === 0) throw new Error(`docs/operations.md has no commands under "${title}".`);
  return commands;
};
