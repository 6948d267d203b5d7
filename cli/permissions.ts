import { type Command, Option } from "commander";
import type { ExtractRequest } from "../client/index.ts";
import { CHOICES } from "../client/vocabulary.ts";
import { UsageError } from "./failure.ts";

type Use = (typeof CHOICES.PermissionUse)[number];

export interface GivenPermissions {
  readonly obey?: Use[];
}

const parseUses = (text: string): Use[] =>
  text.split(",").map((name) => {
    const use = CHOICES.PermissionUse.find((each) => each === name.trim());
    if (use) return use;
    throw new UsageError(`--obey takes ${CHOICES.PermissionUse.join(", ")}, not "${name.trim()}"`);
  });

/** Adds the option that refuses pages which reserve a use. */
export const withPermissions = (command: Command): Command =>
  command.addOption(
    new Option(
      "--obey <uses>",
      "refuse pages that reserve one of these uses: search, ai-input, ai-train",
    ).argParser(parseUses),
  );

export const permissionsOf = ({ obey }: GivenPermissions): Pick<ExtractRequest, "permissions"> =>
  obey ? { permissions: { obey } } : {};
