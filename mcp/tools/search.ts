/** The tool that finds pages with the service's search engine. */
import * as z from "zod";
import type { Extraction } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { define } from "../tool.ts";
import { limit, obey, policyOf, schema, textChars } from "./inputs.ts";

/** What there is to say of a page's data. */
const notesOf = ({ currencies, warnings, questions, permissions }: Extraction): Partial<Extraction> => ({
  ...(currencies && { currencies }),
  ...(warnings && { warnings }),
  ...(questions && { questions }),
  ...(permissions && { permissions }),
});

export const SEARCH_TOOLS = [
  define({
    name: "search_web",
    title: "Search the web",
    description:
      "Finds pages with the service's search engine and returns their URLs, titles and descriptions. With markdown or a schema, the " +
      "pages of up to 20 results are also read; a page that cannot be read has an error. Not every service has a search engine.",
    input: {
      query: z.string().min(1).max(500),
      source: z.enum(CHOICES.SearchSource).default("web"),
      language: z.string().optional().describe("Such as de, de-AT."),
      timeRange: z.enum(CHOICES.TimeRange).optional().describe("Only results of the last day, week …"),
      markdown: z.boolean().default(false).describe("Also return the main content of each page."),
      schema,
      obey,
      limit,
      textChars,
    },
    readOnly: true,
    call: async (
      client,
      { query, source, language, timeRange, markdown, schema: fields, obey: uses, limit: most },
      { signal, tell },
    ) => {
      const isReading = markdown || fields !== undefined;
      tell(`Searching for ${query}`);
      const { results, suggestions, warnings, cost } = await client.searchWeb(
        {
          ...{ query, source, language, timeRange },
          limit: isReading ? Math.min(most, 20) : most,
          ...(isReading && {
            extract: { schema: fields, ...(markdown && { outputs: ["markdown"] }), ...policyOf(uses) },
          }),
        },
        { signal },
      );
      return {
        costUsd: cost,
        ...(warnings && { warnings }),
        ...(results.length === 0 && suggestions && { suggestions }),
        items: results.map(({ url, title, description, publishedAt, imageUrl, extraction, error }) => ({
          ...{ url, title, description, publishedAt, imageUrl },
          ...(extraction?.page?.markdown !== undefined && { markdown: extraction.page.markdown }),
          ...(fields !== undefined && extraction && { data: extraction.items }),
          ...(extraction && notesOf(extraction)),
          ...(error && { error: error.message }),
        })),
      };
    },
  }),
] as const;
