/** What the playground can be asked about a page, and the one call that answers it. */
import type { Client, ExtractRequest, Item, OutputSchema } from "../../client/index.ts";

export const FORMS = ["markdown", "record", "list", "screenshot"] as const;
/** The form of an answer. */
export type Form = (typeof FORMS)[number];

export interface Question {
  readonly url: string;
  readonly form: Form;
  /** Of a record or a list: the fields to collect. Empty: whatever the page has. */
  readonly schema: OutputSchema;
}

/** A request as programs send it. */
export interface Call {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The client's method. */
  readonly method: string;
  /** What of the response is the answer. */
  readonly result: string | null;
  readonly scope: string;
}

const extractBody = ({ url, form, schema }: Question): ExtractRequest & { readonly url: string } => ({
  url,
  records: form === "list" ? "all" : "one",
  ...(Object.keys(schema).length > 0 && { schema }),
});

const screenshotBody = ({ url }: Question) => ({ url, fullPage: true });

const AS_MARKDOWN = { format: "markdown" } as const;

export const callOf = (question: Question): Call => {
  switch (question.form) {
    case "markdown":
      return {
        path: "/extract",
        query: AS_MARKDOWN,
        body: { url: question.url },
        method: "extract",
        result: null,
        scope: "extract:write",
      };
    case "screenshot":
      return {
        path: "/screenshot",
        body: screenshotBody(question),
        method: "screenshot.take",
        result: "screenshotUrl",
        scope: "screenshots:write",
      };
    default:
      return {
        path: "/extract",
        body: { ...extractBody(question) },
        method: "extract",
        result: "items",
        scope: "extract:write",
      };
  }
};

type Extracted = Awaited<ReturnType<typeof extractItems>>;
const extractItems = (client: Client, question: Question) => client.extract(extractBody(question));

export type Answer =
  | { readonly form: "markdown"; readonly text: string }
  | { readonly form: "screenshot"; readonly url: string; readonly width: number; readonly height: number }
  | {
      readonly form: "record" | "list";
      readonly items: readonly Item[];
      /** Fields that were asked for and that no record has. */
      readonly missing: readonly string[];
      readonly currencies: Extracted["currencies"];
      readonly warnings: readonly string[];
    };

/** Sends the call that {@link callOf} shows. */
export const ask = async (client: Client, question: Question): Promise<Answer> => {
  const { form, url } = question;
  if (form === "markdown") return { form, text: await client.extract({ url }, AS_MARKDOWN) };
  if (form === "screenshot") {
    const { screenshotUrl, width, height } = await client.screenshot.take(screenshotBody(question));
    return { form, url: screenshotUrl, width, height };
  }
  const { items, currencies, warnings = [] } = await extractItems(client, question);
  const missing = Object.keys(question.schema).filter((name) =>
    items.every((item) => ((item as Item)[name] ?? null) === null),
  );
  return { form, items, missing, currencies, warnings };
};
