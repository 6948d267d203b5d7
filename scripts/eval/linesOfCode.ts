import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ENGINE = join(import.meta.dirname, "..", "..", "src", "engine");

const countLines = (folder: string): number =>
  readdirSync(join(ENGINE, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .reduce((sum, file) => sum + readFileSync(join(ENGINE, folder, file), "utf8").split("\n").length - 1, 0);

/** Lines of what is scored, weights included: a gain that needs many is dear. */
export const linesOfCode = (): number => countLines("extract") + countLines("generate");
