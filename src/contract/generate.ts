import * as z from "zod";
import { HttpUrl, RobotsRule } from "./common.ts";
import { FieldNotes } from "./fieldNotes.ts";
import { FlowLimits, FlowMode, FlowRender } from "./flows.ts";
import { MonitorOptions } from "./monitor.ts";
import { OutputSchema } from "./outputSchema.ts";
import { Schedule } from "./schedule.ts";
import { Steps } from "./steps.ts";

export const GenerateRequest = z.strictObject({
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .describe("What to collect, in your words.")
    .meta({ examples: ["All books with title and price"] }),
  url: HttpUrl.describe("The page to start from."),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: the page is opened although its robots.txt disallows it, and the flow does so too. Only if you may.",
  ),
});
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
    "Fields that the prompt asks for and the flow does not collect. POST /flows accepts and drops them.",
  ),
});
export type GeneratedFlow = z.infer<typeof GeneratedFlow>;
