import * as z from "zod";
import { HttpUrl, RobotsRule } from "./common.ts";
import { FieldNotes } from "./fieldNotes.ts";
import { FlowLimits, FlowMode, FlowRender } from "./flows.ts";
import { MonitorOptions } from "./monitor.ts";
import { OutputSchema } from "./outputSchema.ts";
import { ExampleRecords, Preview } from "./recordExamples.ts";
import { Schedule } from "./schedule.ts";
import { Steps } from "./steps.ts";

const REQUEST = z.strictObject({
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .optional()
    .describe("What to collect, in your words. Not needed where `examples` show it.")
    .meta({ examples: ["All books with title and price"] }),
  examples: ExampleRecords.optional(),
  url: HttpUrl.describe("The page to start from."),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: the page is opened although its robots.txt disallows it, and the flow does so too. Only if you may.",
  ),
});
export const GenerateRequest = REQUEST.refine(
  ({ prompt, examples }) => prompt !== undefined || examples !== undefined,
  { path: ["prompt"], message: "say what to collect in `prompt`, or show it in `examples`" },
);
export type GenerateRequest = z.infer<typeof GenerateRequest>;

/** A flow definition that can be sent to POST /flows as it is. */
export const GeneratedFlow = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  mode: FlowMode,
  steps: Steps,
  outputSchema: OutputSchema,
  render: FlowRender.optional(),
  robots: RobotsRule.optional(),
  monitor: MonitorOptions.optional().describe("Where the prompt asks to be told of something."),
  schedule: Schedule.optional().describe(
    "Where the prompt says when; it takes effect once the flow is active.",
  ),
  limits: FlowLimits.optional().describe("Where the prompt says how many."),
  notes: FieldNotes.optional().describe(
    "Fields that the prompt or an example asks for and the flow does not collect. POST /flows accepts and drops them.",
  ),
  preview: Preview.optional().describe(
    "Where examples were given: what the flow gives on the page, and how each field is found. POST /flows accepts and drops it.",
  ),
});
export type GeneratedFlow = z.infer<typeof GeneratedFlow>;
