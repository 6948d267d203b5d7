/** The session of a flow: cookies and storage that its runs share, and the steps that sign in. */
import * as z from "zod";
import { Timestamp } from "../common.ts";
import type { Step } from "../steps/steps.ts";

/** A session is kept this long after the sign-in or the import. */
export const SESSION_DAYS = 30;
/** Failed sign-ins in a row after which no run tries again: many sites lock an account after five. */
export const MAX_SIGN_INS = 3;
/** Cookies and storage of one flow, as JSON: sealed, they have to fit into an item of the table (400 KB). */
export const MAX_SESSION_BYTES = 256_000;
/** As many as a run holds. */
export const MAX_SESSION_COOKIES = 200;
/** A file of cookies may hold those of many sites. */
const MAX_COOKIE_FILE_CHARS = 900_000;

export const SessionOptions = z
  .strictObject({
    keep: z
      .boolean()
      .describe(
        `Keep cookies and \`localStorage\` of the flow's site for its next runs, for at most ${SESSION_DAYS} days. They are ` +
          "encrypted, and deleted when the site, the proxy or the sign-in steps change.",
      ),
  })
  .describe("Whether the flow's runs share one session, so that they sign in once.");
export type SessionOptions = z.infer<typeof SessionOptions>;

export const NO_SESSION: SessionOptions = { keep: false };

export const PutFlowSession = z
  .strictObject({
    cookies: z
      .union([
        z.string().min(1).max(MAX_COOKIE_FILE_CHARS),
        z.array(z.record(z.string(), z.unknown())).min(1).max(5_000),
        z.strictObject({
          cookies: z.array(z.record(z.string(), z.unknown())).min(1).max(5_000),
          origins: z.array(z.record(z.string(), z.unknown())).max(100).optional(),
        }),
      ])
      .describe(
        "The text of a `cookies.txt` file (Netscape format), or JSON as cookie extensions, Puppeteer and Playwright export it. " +
          "Cookies of other sites are left out.",
      ),
  })
  .meta({
    examples: [
      { cookies: [{ name: "sid", value: "s3cr3t", domain: ".shop.example", path: "/", secure: true }] },
    ],
  });
export type PutFlowSession = z.infer<typeof PutFlowSession>;

export const FlowSession = z.object({
  flowId: z.string(),
  kept: z.boolean().describe("Whether there is a session that the next run uses."),
  site: z.string().describe("The only site that it is used on: the registrable domain of the flow's `url`."),
  cookies: z.int().min(0).describe("Number of cookies. Their values are never shown."),
  storage: z.int().min(0).describe("Number of `localStorage` entries."),
  bytes: z.int().min(0).describe(`Size as JSON, at most ${MAX_SESSION_BYTES}.`),
  source: z
    .enum(["sign-in", "import", "visit"])
    .nullable()
    .describe(
      "Where it came from: the flow's sign-in steps, an import, or an ordinary visit. Null: there is none.",
    ),
  signedInAt: Timestamp.nullable().describe("When it was signed in, imported or first kept."),
  savedAt: Timestamp.nullable().describe("When a run last saved it."),
  expiresAt: Timestamp.nullable().describe(`${SESSION_DAYS} days after \`signedInAt\`.`),
  failedSignIns: z.int().min(0).describe("Failed sign-ins in a row."),
  signInStopped: z
    .boolean()
    .describe(
      `Whether runs no longer sign in, after ${MAX_SIGN_INS} failures in a row. Change the sign-in steps or a secret that they ` +
        "type, import cookies, clear the session or activate the flow to let them try again.",
    ),
  skipped: z
    .int()
    .min(0)
    .optional()
    .describe("After an import: cookies of other sites, or expired ones, that were left out."),
});
export type FlowSession = z.infer<typeof FlowSession>;

export const FlowSessionDeleted = z.object({ flowId: z.string(), deletedAt: Timestamp });

/** Whether a step belongs to those that sign in. */
export const signsIn = (step: { readonly type: string; readonly when?: unknown }): boolean =>
  step.when !== undefined;

interface WithSession {
  readonly session?: SessionOptions | undefined;
  readonly steps: readonly Step[];
}

const INPUT = /\{\{\s*input\b/;

/** What is wrong with the steps that sign in. */
export const signInFaults = ({ session, steps }: WithSession) => {
  const places = steps.flatMap((step, index) => (signsIn(step) ? [index] : []));
  const [first = 0] = places;
  const apart = places.find((place, index) => place !== first + index);
  const shared = session?.keep ? places.filter((place) => INPUT.test(JSON.stringify(steps[place]))) : [];
  return [
    ...(apart === undefined
      ? []
      : [
          {
            path: ["steps", apart, "when"],
            message: 'steps with "when" must follow each other, without other steps between them',
          },
        ]),
    ...shared.map((place) => ({
      path: ["steps", place],
      message: "all runs share one session: a step that signs in cannot use an input",
    })),
  ];
};
