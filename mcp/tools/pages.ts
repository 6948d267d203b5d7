/** Tools that read pages now and store nothing. */
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import type {
  Client,
  InspectedPage,
  Inspection,
  InspectRequest,
  Screenshot,
  Step,
} from "../../client/index.ts";
import { readOnce } from "../recall.ts";
import { define } from "../tool.ts";
import { limit, obey, policyOf, request, schema, textChars, url } from "./inputs.ts";

/** Size of one part of a long page: about 5,000 tokens. */
const MARKDOWN_CHARS = 20_000;

/** A page's Markdown that ends after its title, URL, language and date. */
const HAS_NO_CONTENT = /^---\n(?:(?!---\n).*\n)*---\s*$/;

const LOOK_EVERY_MS = 1_500;

/** Waits for the inspection to end. */
const inspected = async (
  client: Client,
  url: string | undefined,
  id: string | undefined,
  asked: { readonly steps?: unknown; readonly request?: InspectRequest["request"] },
  signal: AbortSignal,
): Promise<Inspection & { readonly page: InspectedPage }> => {
  let inspection = id
    ? await client.getInspection(id, { signal })
    : await client.createInspection(
        { url: url ?? "", ...asked, steps: asked.steps as Step[] | undefined },
        { signal },
      );
  while (inspection.status === "running") {
    await setTimeout(LOOK_EVERY_MS, undefined, { signal });
    inspection = await client.getInspection(inspection.id, { signal });
  }
  const { page, error } = inspection;
  if (!page) throw new Error(error?.message ?? "The inspection has no page. Inspect it again.");
  return { ...inspection, page };
};

export const PAGE_TOOLS = [
  define({
    name: "extract",
    core: true,
    rare: ["obey"],
    title: "Extract data from pages",
    description:
      "Fetches one page, or up to 20 with urls, and returns the data as items that follow the schema, without saving a flow. " +
      "With urls, each item is the result of one page: its url and items, or its error. " +
      "Values that are not on the page are null. With an offset, the pages are not opened again. " +
      "To collect more pages or repeat the job later, use generate_flow.",
    input: {
      url: url.optional(),
      urls: z.array(url).min(1).max(20).optional().describe("URLs of several pages, instead of url."),
      schema,
      instructions: z.string().max(2_000).optional().describe("What to collect, in plain words."),
      records: z.enum(["one", "all"]).optional().describe("Whether the page is one item or a list."),
      request,
      obey,
      siblings: z
        .boolean()
        .optional()
        .describe("With url: also open two pages like it and compare. Surer, slower."),
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe("Number of items to skip: `nextOffset` of the previous result."),
      limit,
      textChars,
    },
    readOnly: true,
    call: async (
      client,
      {
        url: address,
        urls,
        schema: fields,
        instructions,
        records,
        request: wished,
        obey: uses,
        siblings: together,
        offset,
        limit: most,
      },
      { signal, tell },
    ) => {
      const end = offset + most;
      const asked = { schema: fields, instructions, records, request: wished, ...policyOf(uses) };
      const part = <T>(all: readonly T[]) => ({
        offset,
        items: all.slice(offset, end),
        ...(end < all.length && { nextOffset: end }),
      });
      if (urls !== undefined && address === undefined) {
        tell(`Opening ${urls.length} pages`);
        const { results, cost } = await readOnce(client, { ...asked, urls }, offset, () =>
          client.extract({ ...asked, urls }, {}, { signal }),
        );
        return { itemCount: results.length, costUsd: cost, ...part(results) };
      }
      if (address === undefined || urls !== undefined) throw new Error("Send url or urls, and not both.");
      tell(`Opening ${address}`);
      const whole = { ...asked, siblings: together };
      const page = await readOnce(client, { ...whole, address }, offset, () =>
        client.extract({ ...whole, url: address }, {}, { signal }),
      );
      const {
        items,
        itemCount,
        other,
        url: openedUrl,
        currencies,
        warnings,
        questions,
        siblings,
        permissions,
      } = page;
      return {
        url: openedUrl,
        itemCount,
        // Without its items, which would be as long as the answer.
        ...(other && {
          other: { records: other.records, confidence: other.confidence, itemCount: other.itemCount },
        }),
        ...(currencies && { currencies }),
        ...(warnings && { warnings }),
        ...(questions && { questions }),
        ...(siblings && { siblings }),
        ...(permissions && { permissions }),
        ...part(items),
      };
    },
  }),
  define({
    name: "read_page",
    core: true,
    rare: ["request", "obey"],
    title: "Read a page",
    description:
      "Fetches one page and returns its main content as Markdown, without navigation and ads, below its title, URL, language and " +
      "date. For single values, use extract.",
    input: {
      url,
      request,
      obey,
      offset: z.int().min(0).default(0).describe("Number of characters to skip, as the previous part says."),
    },
    readOnly: true,
    call: async (client, { url: address, request: wished, obey: uses, offset }, { signal, tell }) => {
      tell(`Opening ${address}`);
      const asked = { url: address, request: wished, ...policyOf(uses) };
      const text = await readOnce(client, { ...asked, format: "markdown" }, offset, () =>
        client.extract(asked, { format: "markdown" }, { signal }),
      );
      if (offset > 0 && offset >= text.length)
        throw new Error(`The page has ${text.length} characters: there is nothing at offset ${offset}.`);
      if (HAS_NO_CONTENT.test(text)) return `${text.trimEnd()}\n\n[The page has no main content.]`;
      const end = offset + MARKDOWN_CHARS;
      const part = text.slice(offset, end).toWellFormed();
      return end < text.length
        ? `${part}\n\n[${end} of ${text.length} characters. Read on with offset ${end}.]`
        : part;
    },
  }),
  define({
    name: "map_site",
    core: true,
    rare: ["request"],
    title: "List a site's URLs",
    description:
      "Lists the URLs of a site from its sitemaps, or else from the links of its pages. Use it to find " +
      "the pages to read or to collect.",
    input: {
      url,
      q: z.string().min(1).max(200).optional().describe("Words that the URLs must contain, all of them."),
      request,
      limit: z.int().min(1).max(500).default(100).describe("Maximum number of URLs to return."),
    },
    readOnly: true,
    call: async (client, { url: address, q, request: wished, limit: most }, { signal, tell }) => {
      tell(`Reading the sitemaps of ${address}`);
      const { urls, truncated, warnings, cost } = await client.mapSite(
        { url: address, q, request: wished, limit: most },
        { signal },
      );
      return {
        truncated,
        costUsd: cost,
        ...(warnings && { warnings }),
        items: urls.map(({ url: each }) => each),
      };
    },
  }),
  define({
    name: "inspect_page",
    rare: ["request"],
    title: "Inspect a page",
    description:
      "Opens a page in a browser and lists what can be collected from it: texts, links, images and controls, each with a " +
      "number (node) and, in a list, its record. Pass the numbers to generate_flow as picks. Kept for an hour: pass " +
      "inspectionId instead of url to read on.",
    input: {
      url: url.optional(),
      inspectionId: z.string().optional().describe("Of a previous result: the page is not opened again."),
      q: z.string().min(1).max(200).optional().describe("Only elements that say this, in any case."),
      steps: z
        .array(z.record(z.string(), z.unknown()))
        .max(20)
        .optional()
        .describe('Done before, such as [{"type": "click", "selector": "button.accept"}].'),
      request,
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe("Number of elements to skip: `nextOffset` of the previous result."),
      limit: z.int().min(1).max(200).default(100).describe("Maximum number of elements to return."),
    },
    readOnly: true,
    call: async (
      client,
      { url: address, inspectionId, q, steps, request: wished, offset, limit: most },
      { signal, tell },
    ) => {
      if ((address === undefined) === (inspectionId === undefined))
        throw new Error("Send url or inspectionId, and not both.");
      tell(`Opening ${address ?? "the inspection"}`);
      const { id, page } = await inspected(client, address, inspectionId, { steps, request: wished }, signal);
      const wanted = q?.toLowerCase();
      const found = page.elements.filter(
        ({ text }) => wanted === undefined || text.toLowerCase().includes(wanted),
      );
      const end = offset + most;
      return {
        inspectionId: id,
        title: page.title,
        elementCount: found.length,
        lists: page.regions.map(({ recordCount }) => recordCount),
        ...(page.next && { next: page.next }),
        ...(page.notes.length > 0 && { notes: page.notes }),
        offset,
        items: found.slice(offset, end).map(({ node, kind, text, record }) => ({
          node,
          kind,
          text,
          ...(record && { record }),
        })),
        ...(end < found.length && { nextOffset: end }),
      };
    },
  }),
  define({
    name: "screenshot",
    core: true,
    title: "Take a screenshot",
    description:
      "Takes a screenshot of a page. Returns the picture, and a link to it that needs no key and expires after 24 hours.",
    input: {
      url,
      fullPage: z.boolean().default(false),
      width: z.int().min(200).max(3840).optional().describe("Width of the window, in pixels."),
      request,
    },
    readOnly: true,
    pictureOf: (answer) => (answer as Screenshot).screenshotUrl,
    call: (client, { url: address, fullPage, width, request: wished }, { signal, tell }) => {
      tell(`Opening ${address}`);
      return client.screenshot.take({ url: address, fullPage, width, request: wished }, { signal });
    },
  }),
] as const;
