/** Inputs of a flow: values given to each run, which replace `{{input.name}}` in the flow. */
import * as z from "zod";
import { addressFault, MAX_ADDRESS_LENGTH } from "../address.ts";
import type { CrawlStep, SitemapStep, Step } from "../steps/steps.ts";

const MAX_INPUTS = 20;
const MAX_VALUE_LENGTH = 500;

const NAME = "[A-Za-z][A-Za-z0-9_-]{0,63}";
const InputName = z.string().regex(new RegExp(`^${NAME}$`), "must be a letter, then letters, digits, _ or -");

/** Names and types of the inputs that each run must be given. */
export const FlowInputs = z
  .record(InputName, z.enum(["string", "number"]))
  .refine((inputs) => Object.keys(inputs).length <= MAX_INPUTS, `must be at most ${MAX_INPUTS} inputs`)
  .meta({ examples: [{ query: "string" }] });
export type FlowInputs = z.infer<typeof FlowInputs>;

/** Values are typed and sent unchanged, so they must not contain references to secrets or other inputs. */
const textFault = (value: string): string | null => {
  if (!value.isWellFormed()) return "contains half a character: a lone surrogate";
  return value.includes("{{") ? 'must not contain "{{"' : null;
};

const InputValue = z.union([
  z
    .string()
    .min(1)
    .max(MAX_VALUE_LENGTH)
    .superRefine((value, context) => {
      const message = textFault(value);
      if (message !== null) context.addIssue({ code: "custom", message, input: value });
    }),
  z.number(),
]);

/** A value for each input that the flow declares. */
export const RunInput = z
  .record(z.string().min(1).max(64), InputValue)
  .refine((input) => Object.keys(input).length <= MAX_INPUTS, `must be at most ${MAX_INPUTS} values`)
  .meta({ examples: [{ query: "oak kettle" }] });
export type RunInput = z.infer<typeof RunInput>;

const REFERENCE = new RegExp(`\\{\\{\\s*input\\.(${NAME})\\s*\\}\\}`, "g");
const MENTION = /\{\{\s*input\b/;
/** Scheme, host and port. */
const ORIGIN = /^[^/?#]*\/\/[^/?#]*/;

type Path = readonly (string | number)[];
interface Fault {
  readonly path: Path;
  readonly message: string;
}

/** The parts of a flow that can contain inputs. */
interface Templates {
  readonly url: string;
  readonly urls: readonly string[];
  readonly steps: readonly Step[];
}

const stringsOf = (value: unknown, path: Path): [Path, string][] => {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    stringsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

type Place = "address" | "text" | "match";

/** What the text at a path is used for; null if it cannot contain inputs. */
const placeOf = (path: Path, steps: Templates["steps"]): Place | null => {
  if (path[0] === "url" || path[0] === "urls") return "address";
  const [, index, name] = path;
  const type = steps[Number(index)]?.type;
  if (name === "url" && path.length === 3) return "address";
  if (name === "match" || name === "exclude") return "match";
  return name === "text" && type === "type" ? "text" : null;
};

const namesIn = (text: string): string[] => [...text.matchAll(REFERENCE)].map(([, name = ""]) => name);

/** References to inputs that are undeclared, malformed, or in a place that cannot contain inputs. */
export const misplacedInputs = (flow: Templates & { readonly inputs: FlowInputs }): Fault[] =>
  stringsOf({ url: flow.url, urls: flow.urls, steps: flow.steps }, []).flatMap(([path, value]) => {
    if (!MENTION.test(value)) return [];
    const complain = (message: string): Fault[] => [{ path, message }];
    const place = placeOf(path, flow.steps);
    if (place === null)
      return complain("inputs can be used only in `url`, `match` and `exclude`, and in typed text");
    if (MENTION.test(value.replace(REFERENCE, "")))
      return complain(
        "an input is written as {{input.name}}, its name a letter and then letters, digits, _ or -",
      );
    if (place === "address" && MENTION.test(ORIGIN.exec(value)?.[0] ?? ""))
      return complain("inputs can be used only in the path and the query, not in the scheme, host or port");
    const unknown = namesIn(value).find((name) => !Object.hasOwn(flow.inputs, name));
    return unknown === undefined ? [] : complain(`input.${unknown} is not declared in "inputs"`);
  });

/** What is wrong with the values given to a flow with these inputs. Paths are relative to `input`. */
export const inputFaults = (inputs: FlowInputs, input: RunInput): Fault[] => [
  ...Object.keys(input)
    .filter((name) => !Object.hasOwn(inputs, name))
    .map((name) => ({ path: [name], message: "is not declared in the flow's `inputs`" })),
  ...Object.entries(inputs).flatMap(([name, type]) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) return [{ path: [name], message: "is required: the flow declares it" }];
    const isFitting = type === "string" || typeof value === "number";
    return isFitting ? [] : [{ path: [name], message: "must be a number" }];
  }),
];

const fill = (template: string, input: RunInput, encode: (value: string) => string): string =>
  template.replace(REFERENCE, (_, name: string) => encode(String(input[name] ?? "")));

/** Encodes values, so that each stays a single path segment or query value. */
const fillAddress = (template: string, input: RunInput): string => fill(template, input, encodeURIComponent);

/** Encodes values as in the URLs that pages link to. A `*` in a value matches only itself. */
const fillMatch = (template: string, input: RunInput): string =>
  fill(template, input, (value) => encodeURI(value).replaceAll("*", "%2A"));

type Patterns = CrawlStep["match"];
const fillPatterns = (patterns: Patterns, input: RunInput): Patterns =>
  typeof patterns === "object"
    ? patterns.map((pattern) => fillMatch(pattern, input))
    : patterns && fillMatch(patterns, input);

const fillAllPatterns = ({ match, exclude }: CrawlStep | SitemapStep, input: RunInput) => ({
  ...(match !== undefined && { match: fillPatterns(match, input) }),
  ...(exclude !== undefined && { exclude: fillPatterns(exclude, input) }),
});

/** Fills in a step's texts, except its URL. */
const fillTexts = (step: Step, input: RunInput): Step => {
  if (step.type === "type") return { ...step, text: fill(step.text, input, String) };
  const isFinding = step.type === "crawl" || step.type === "sitemap";
  return isFinding ? { ...step, ...fillAllPatterns(step, input) } : step;
};

const fillStep = (step: Step, input: RunInput): Step => {
  const filled = fillTexts(step, input);
  return filled.url === undefined ? filled : { ...filled, url: fillAddress(filled.url, input) };
};

/** The flow with its inputs replaced by values. */
export const fillInputs = <T extends Templates>(flow: T, input: RunInput): T => ({
  ...flow,
  url: fillAddress(flow.url, input),
  urls: flow.urls.map((url) => fillAddress(url, input)),
  steps: flow.steps.map((step) => fillStep(step, input)),
});

const partsOf = (address: string): number => new URL(address).pathname.split("/").length;

/** Why a filled URL is invalid or differs in structure from its template, or null. */
const filledFault = (template: string, address: string): string | null => {
  if (address.length > MAX_ADDRESS_LENGTH)
    return `makes an address longer than ${MAX_ADDRESS_LENGTH} characters`;
  if (addressFault(address) !== null) return "makes an address that is not valid";
  return partsOf(address) === partsOf(template) ? null : 'makes a part of the path "." or ".."';
};

/** What is wrong with the URLs after the values are filled in. */
export const filledFaults = (flow: Templates, input: RunInput): Fault[] =>
  [flow.url, ...flow.urls, ...flow.steps.flatMap(({ url }) => url ?? [])].flatMap((template) => {
    const message = filledFault(template, fillAddress(template, input));
    const names = namesIn(template);
    return message === null || names.length === 0 ? [] : names.map((name) => ({ path: [name], message }));
  });
