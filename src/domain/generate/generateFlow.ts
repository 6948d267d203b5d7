import { DomainError } from "../../contract/errors.ts";
import type { GeneratedFlow, GenerateRequest } from "../../contract/generate.ts";
import { startDeadline } from "../deadline.ts";
import { type Asking, createAsking, type WithModel } from "../model.ts";
import type { Caller, Deps } from "../ports.ts";
import type { SourcePage, WithSource } from "./source.ts";

/** Less than the function's time, so that a slow page gets an answer that says so. */
const TIMEOUT_MS = 25_500;

const nothingFound = (url: string): DomainError =>
  new DomainError("invalid-request", "The page holds nothing of what the prompt asks for.", {
    details: [
      {
        path: "prompt",
        message:
          `nothing like it was found on ${url}: name the fields ("title and price of all products"), ` +
          "give the page that lists them, or add steps yourself and send them to POST /flows",
      },
    ],
  });

interface Proposal {
  /** Null where nothing comes of it, or less than the engine finds by itself. */
  readonly flow: GeneratedFlow | null;
  /** Why there is no answer. */
  readonly failure: DomainError | null;
}

const UNFIT = "its proposal did not fit the page.";

/** What a model proposes, mended once where it does not fit the page. */
const propose = async (page: SourcePage, prompt: string, asking: Asking): Promise<Proposal> => {
  const first = await asking.ask(page.question(prompt));
  if (!first.answer) return { flow: null, failure: first.failure };
  const checked = page.check(prompt, first.answer.value);
  if (checked.problems.length === 0) return { flow: checked.flow, failure: null };
  const second = await asking.ask(page.question(prompt, checked.problems));
  const mended = second.answer ? page.check(prompt, second.answer.value) : null;
  const isBetter = mended?.flow && (!checked.flow || mended.problems.length < checked.problems.length);
  const best = isBetter ? mended : checked;
  return { flow: best.isWorse ? null : best.flow, failure: null };
};

const withNote = (flow: GeneratedFlow, note: string): GeneratedFlow => ({
  ...flow,
  description: `${flow.description} ${note}`.trim().slice(0, 2_000),
});

/**
 * Turns a sentence into a flow definition. What a model proposes is held against the page; without one, or
 * where it fails, the engine writes the flow.
 *
 * @throws DomainError `target-refused`, `robots-disallowed`, `target-failed`, `timeout`; `invalid-request`
 *   where the page holds nothing of what is asked for; the model's failure where only it could have helped
 */
export const generateFlow = async (
  deps: Deps & WithModel & WithSource,
  caller: Caller,
  { prompt, url, robots }: GenerateRequest,
): Promise<GeneratedFlow> => {
  deps.checkTarget(url);
  const deadline = startDeadline(TIMEOUT_MS);
  const page = await deps.source.open(url, prompt, robots, deadline);
  const asking = createAsking(deps, caller, deadline.signal);
  const { flow, failure } = asking.isThere
    ? await propose(page, prompt, asking)
    : { flow: null, failure: null };
  // A list may be filled in by scripts on a page that says enough without them.
  const written = flow ?? page.generate(prompt) ?? (await page.render())?.generate(prompt);
  if (!written) throw failure ?? nothingFound(url);
  const why = flow || !asking.isThere ? null : (failure?.message ?? UNFIT);
  const told = why === null ? written : withNote(written, `Written without the model: ${why}`);
  return robots === "ignore" ? { ...told, robots } : told;
};
