/** What a page's owner permits: read from what the page and its site say to machines, and obeyed as a flow wishes. */
import * as z from "zod";

/** The uses of a page that its owner can reserve, named as in Content-Signal. */
export const USES = ["search", "ai-input", "ai-train"] as const;
export const PermissionUse = z.enum(USES);
export type Use = z.infer<typeof PermissionUse>;

export const PermissionPolicy = z
  .union([
    z.literal("record"),
    z.strictObject({
      obey: z.array(PermissionUse).min(1).max(USES.length).describe("The uses that you have for the pages."),
    }),
  ])
  .describe(
    "Whether pages are collected whose owners reserve a use, by Content-Signal, RSL, `noai`, `noimageai` or TDM reservation. " +
      '`record`: they are, and what they say is kept with each page. `{"obey": ["ai-train"]}`: a page that reserves one of ' +
      "these uses is neither stored nor sent to a language model (`use-reserved`), and is skipped like one that robots.txt disallows.",
  );
export type PermissionPolicy = z.infer<typeof PermissionPolicy>;

export const RECORD: PermissionPolicy = "record";

const Uses = z.array(PermissionUse);

export const PermissionSignal = z.object({
  signal: z.enum(["content-signal", "rsl", "noai", "noimageai", "tdm-reservation"]),
  from: z
    .enum(["robots.txt", "header", "meta", "link", "script", "tdmrep.json"])
    .describe("Where it is said. `link` and `script`: elements of the page."),
  value: z.string().describe("As it is said, shortened to 200 characters."),
  url: z.string().optional().describe("The licence or policy that it names."),
  reserves: Uses.describe("The uses that it reserves."),
  problem: z
    .string()
    .optional()
    .describe("Why it could not be read. What cannot be read counts as reserved."),
});
export type PermissionSignal = z.infer<typeof PermissionSignal>;

export const PagePermissions = z.object({
  reserved: Uses.describe("Uses that at least one signal reserves."),
  allowed: Uses.describe("Uses that a signal allows and none reserves. About other uses nothing is said."),
  signals: z.array(PermissionSignal),
});
export type PagePermissions = z.infer<typeof PagePermissions>;

/** The uses of a policy that a page reserves. */
export const reservedUses = (policy: PermissionPolicy, permissions: PagePermissions | undefined): Use[] =>
  policy === "record" ? [] : policy.obey.filter((use) => permissions?.reserved.includes(use));
