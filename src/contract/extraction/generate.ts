import * as z from "zod";
import { HttpUrl, RobotsRule } from "../common.ts";
import { FieldNotes } from "../fields/fieldNotes.ts";
import { OutputSchema, type OutputSchema as PlainSchema } from "../fields/outputSchema.ts";
import { Questions } from "../fields/questions.ts";
import { ExampleRecords, Preview, ShownRecords } from "../fields/recordExamples.ts";
import { FlowLimits, FlowMode } from "../flows/flowDefinition.ts";
import { MonitorOptions } from "../flows/monitor.ts";
import { FlowRender } from "../flows/rendering.ts";
import { CallRequestOptions, RequestOptions } from "../flows/requestOptions.ts";
import { Schedule, timezone } from "../flows/schedule.ts";
import { PermissionPolicy, RECORD } from "../permissions.ts";
import { Steps } from "../steps/steps.ts";
import { Picks } from "./inspections.ts";
import { SIBLINGS_MANNERS } from "./siblings.ts";

const REQUEST = z.strictObject({
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .optional()
    .describe("What to collect, in plain words. Optional if you send `examples` or `picks`.")
    .meta({ examples: ["All books with title and price"] }),
  examples: ShownRecords.optional(),
  url: HttpUrl.optional().describe("The page to start from. Leave out with `inspectionId`."),
  inspectionId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("Read the page as POST /inspections found it, in place of `url`."),
  picks: Picks.optional(),
  flow: z
    .strictObject({ steps: Steps, outputSchema: OutputSchema.default({}) })
    .optional()
    .describe(
      "With `inspectionId`, instead of a prompt: the response is this flow, with what it collects from the " +
        "inspected page as its `preview`.",
    ),
  urls: z
    .array(HttpUrl)
    .min(1)
    .max(20)
    .optional()
    .describe(
      "With `examples`: other pages of the same kind, such as products of the same shop. They tell labels from " +
        "values and " +
        "decide between places that hold the same on one page; examples may stand on any of them.",
    ),
  siblings: z
    .boolean()
    .optional()
    .describe(
      "Default true: without `urls`, two further pages of the same template are opened, such as links of one list, and the " +
        `flow's selectors are checked on them. \`preview.pages\` says which. ${SIBLINGS_MANNERS}`,
    ),
  render: FlowRender.default("auto").describe(
    "How the page is opened, and the flow's runs open theirs: `browser` runs its scripts, `static` does not, `auto` does if " +
      "they fill it in. With `inspectionId` the page is already open.",
  ),
  request: CallRequestOptions.optional().describe(
    "How the page is asked for; the flow gets the same. Headers go to the page's origin, and to no page that you did not name. With " +
      "`inspectionId`, the inspection's own counts.",
  ),
  timezone: timezone
    .optional()
    .describe(
      "The time zone of the times of day in the prompt that name none, such as that of whoever wrote it. Default: UTC.",
    )
    .meta({ examples: ["Europe/Paris"] }),
  permissions: PermissionPolicy.default(RECORD),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: fetch the page even if robots.txt disallows it, and create a flow that does the same. Only " +
      "use it if you have permission.",
  ),
});
export const GenerateRequest = REQUEST.refine(
  ({ prompt, examples, picks, flow }) => [prompt, examples, picks, flow].some((given) => given !== undefined),
  { path: ["prompt"], message: "send `prompt`, `examples` or `picks`" },
)
  .refine(({ flow, prompt, examples, picks }) => flow === undefined || !(prompt ?? examples ?? picks), {
    path: ["flow"],
    message: "leave out `prompt`, `examples` and `picks`: the flow is shown as it is",
  })
  .refine(({ flow, inspectionId }) => flow === undefined || inspectionId !== undefined, {
    path: ["inspectionId"],
    message: "name the inspection whose page the flow is shown on",
  })
  .refine(
    ({ urls, examples, picks }) => urls === undefined || examples !== undefined || picks !== undefined,
    {
      path: ["urls"],
      message: "send `examples`, too: they are what the pages are compared by",
    },
  )
  .refine(({ url, inspectionId }) => url !== undefined || inspectionId !== undefined, {
    path: ["url"],
    message: "send `url` or `inspectionId`",
  })
  .refine(({ url, inspectionId }) => url === undefined || inspectionId === undefined, {
    path: ["url"],
    message: "leave it out: the inspection has its own page",
  })
  .refine(({ picks, inspectionId }) => picks === undefined || inspectionId !== undefined, {
    path: ["inspectionId"],
    message: "name the inspection whose elements the picks are",
  })
  .refine(({ picks, examples }) => picks === undefined || examples === undefined, {
    path: ["picks"],
    message: "send `picks` or `examples`, not both",
  });
export type GenerateRequest = z.infer<typeof GenerateRequest>;

/** A flow definition that can be sent to POST /flows as it is. */
export const GeneratedFlow = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  mode: FlowMode,
  steps: Steps,
  outputSchema: OutputSchema as unknown as z.ZodType<PlainSchema, PlainSchema>,
  render: FlowRender.optional(),
  robots: RobotsRule.optional(),
  permissions: PermissionPolicy.optional(),
  request: RequestOptions.optional(),
  monitor: MonitorOptions.optional().describe("What to monitor, if the prompt asks to be alerted."),
  schedule: Schedule.optional().describe(
    "The schedule, if the prompt mentions one. It takes effect once the flow is active.",
  ),
  limits: FlowLimits.optional().describe("The limits, if the prompt mentions any."),
  examples: ExampleRecords.optional().describe(
    "The records that were shown or picked. Runs heal the flow's selectors by them.",
  ),
  notes: FieldNotes.optional().describe(
    "Requested fields that the flow does not collect, that it could read from several places, or that it reads by their place alone. POST /flows accepts and ignores them.",
  ),
  questions: Questions.optional(),
  preview: Preview.optional().describe(
    "The records the flow finds on the page and, for examples, how it finds each field. POST /flows accepts " +
      "and ignores it.",
  ),
});
export type GeneratedFlow = z.infer<typeof GeneratedFlow>;
