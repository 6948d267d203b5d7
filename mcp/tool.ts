/** Definitions of tools and their outputs. */
import * as z from "zod";
import type { Client } from "../client/index.ts";
import type { Progress } from "./progress.ts";

/** One tool for agents. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Shape;
  /** Whether it changes nothing in the service. */
  readonly readOnly: boolean;
  /** Whether it deletes or replaces data. */
  readonly destructive?: true;
  /** Schema of the structured output. */
  readonly output: z.ZodObject;
  /** Maximum length of texts in its answer, if the caller cannot set one. */
  readonly textChars?: number;
  /** Returns the URL of the answer's picture. */
  readonly pictureOf?: (answer: unknown) => string;
  readonly call: (
    client: Client,
    input: z.output<z.ZodObject<Shape>>,
    progress: Progress,
  ) => Promise<unknown>;
}

export const define = <Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool<Shape> => tool;

const record = z.record(z.string(), z.unknown());
const currencies = z
  .record(z.string(), z.string().nullable())
  .describe("ISO 4217 code of each price field; null where its items have different ones.");

/** A truncated answer lacks fields and has a hint, so all fields are optional. */
const answer = (shape: z.ZodRawShape) =>
  z.looseObject({
    ...Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).optional()]),
    ),
    leftOut: z.int().optional().describe("How many items did not fit."),
    hint: z.string().optional().describe("How to get what did not fit."),
  });

export const OUTPUTS = {
  page: answer({
    total: z.int().describe("How many there are in all."),
    items: z.array(record),
    nextCursor: z.string().describe("Pass it as cursor to get the next page."),
  }),
  extraction: answer({
    url: z.string(),
    itemCount: z.int().describe("How many items there are in all."),
    costUsd: z.number(),
    offset: z.int(),
    items: z.array(record),
    nextOffset: z.int().describe("Pass it as offset to get the next items."),
    currencies,
    warnings: z.array(z.string()),
  }),
  flow: answer({
    flowId: z.string(),
    name: z.string(),
    status: z.string(),
    mode: z.string(),
    version: z.int(),
    steps: z.array(record),
    outputSchema: record,
  }),
  run: answer({
    id: z.string(),
    flowId: z.string(),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
    itemsExtracted: z.int(),
    pagesFetched: z.int(),
    durationMs: z.int(),
    costUsd: z.number(),
    currencies,
    preview: z.array(record).describe("The first items."),
    next: z.string().describe("What can be done next."),
  }),
  screenshot: answer({
    url: z.string().describe("The page that was opened."),
    screenshotUrl: z.string().describe("Needs no key and expires after 24 hours."),
    width: z.int(),
    height: z.int(),
  }),
  markdown: answer({
    markdown: z.string(),
    characters: z.int().describe("How long the whole text is."),
    offset: z.int(),
    nextOffset: z.int().describe("Pass it as offset to read on."),
  }),
  inspection: answer({
    inspectionId: z.string().describe("Kept for an hour."),
    title: z.string(),
    elementCount: z.int().describe("How many elements there are in all."),
    lists: z.array(z.int()).describe("How many records each list of the page has."),
    next: z.array(z.int()).describe("Elements that lead to the next page."),
    notes: z.array(z.string()),
    offset: z.int(),
    items: z
      .array(record)
      .describe("Elements: node, kind, text and, in a list, record: the list's index and the record's."),
    nextOffset: z.int().describe("Pass it as offset to get the next elements."),
  }),
  urls: answer({
    items: z.array(z.string()),
    truncated: z.boolean(),
    costUsd: z.number(),
    warnings: z.array(z.string()),
  }),
  upload: answer({ uploadId: z.string().describe("For one use within a day.") }),
  alert: answer({
    id: z.string(),
    type: z.string(),
    severity: z.string(),
    message: z.string(),
    read: z.boolean(),
  }),
  webhook: answer({
    id: z.string(),
    url: z.string().describe("Masked."),
    test: z.string().describe("Whether the test message was delivered."),
    httpStatus: z.int().nullable(),
    error: z.string().nullable(),
    reply: z.string().nullable().describe("What the receiver answered."),
  }),
  ticket: answer({
    id: z.string(),
    subject: z.string(),
    status: z.string(),
    priority: z.string(),
  }),
  deleted: answer({ message: z.string() }),
} as const;
