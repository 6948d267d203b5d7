import type { Command } from "commander";

/** Which items of a run, and in which order. */
export interface Selection {
  readonly q?: string;
  readonly where?: string;
  readonly sort?: string;
}

/** Adds the options that say which items, and in which order. */
export const withSelection = (command: Command): Command =>
  command
    .option("--q <text>", "only items with a value that contains this")
    .option("--where <conditions>", 'only items that meet these: "price < 20", joined by and')
    .option("--sort <field>", "sort by this field; -price: descending");
