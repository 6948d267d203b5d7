import { DomainError } from "../../contract/errors.ts";
import type { GeneratedFlow, GenerateRequest } from "../../contract/extraction/generate.ts";
import type { PickedElement } from "../../contract/extraction/inspections.ts";
import type { FieldNote } from "../../contract/fields/fieldNotes.ts";
import { withoutDescriptions } from "../../contract/fields/outputSchema.ts";
import type { ShownRecord } from "../../contract/fields/recordExamples.ts";
import type { FlowRender } from "../../contract/flows/rendering.ts";
import { RECORD } from "../../contract/permissions.ts";
import { findInspection } from "../inspections/inspections.ts";
import { readKept } from "../inspections/objects.ts";
import { type Asking, createAsking, type WithModel } from "../model.ts";
import type { Caller, Deps, WithObjects } from "../ports.ts";
import { type Deadline, startDeadline } from "../shared/deadline.ts";
import { tellSignIn } from "../shared/signIn.ts";
import { readFilesOf } from "../uploads/uploadedFile.ts";
import { countUsage, isOverBudget } from "../usage/usage.ts";
import type { InspectedPageSource, Rules, SourcePage, WithSource } from "./source.ts";

/** Less than the function's timeout, so that a slow page gets a proper error. */
const TIMEOUT_MS = 25_500;

const nothingFound = (url: string, signInUrl: string | undefined): DomainError =>
  new DomainError("invalid-request", "The page does not contain what the prompt asks for.", {
    details: [
      ...(signInUrl === undefined ? [] : [{ path: "url", message: tellSignIn(signInUrl) }]),
      {
        path: "prompt",
        message:
          `nothing on ${url} matches it: name the fields ("title and price of all products"), ` +
          "give the page that lists them, or add steps yourself and send them to POST /flows",
      },
    ],
  });

/** Reports the problems of the examples or, if there are none, that their values are not together in one record. */
const notShown = (
  examples: readonly ShownRecord[],
  problems: readonly FieldNote[],
  url: string,
): DomainError => {
  const all = examples.flatMap((example, at) => Object.keys(example).map((field) => ({ at, field })));
  const listed = problems.map(({ field, code, why, candidates = [] }) => ({
    path: `examples.${examples.findIndex((example) => example[field] !== undefined)}.${field}`,
    message: `${code === undefined ? "" : `${code}: `}${why}${candidates.length > 0 ? ` Places: ${candidates.join(" · ")}` : ""}`,
  }));
  const together = all.map(({ at, field }) => ({
    path: `examples.${at}.${field}`,
    message: `example-not-found: no record on ${url} contains all values of each example`,
  }));
  return new DomainError("invalid-request", "The page does not contain the examples as written.", {
    details: listed.length > 0 ? listed : together,
  });
};

interface Proposal {
  /** Null if it yields nothing, or less than the engine finds without it. */
  readonly flow: GeneratedFlow | null;
  /** Why there is no answer. */
  readonly failure: DomainError | null;
}

const UNFIT = "its proposal did not fit the page.";

/** The model's proposal, corrected once if it does not fit the page. */
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
 * Turns a description into a flow definition. A model's proposal is checked against the page. Without a model, or if
 * it fails, the engine writes the flow.
 *
 * @throws DomainError `target-refused`, `robots-disallowed`, `use-reserved`, `target-failed`, `timeout`; `invalid-request` if the
 *   page does not contain what was asked for; the model's failure if only a model could have helped
 */
export const generateFlow = async (
  deps: Deps & WithModel & WithSource & WithObjects,
  caller: Caller,
  request: GenerateRequest,
): Promise<GeneratedFlow> => {
  const { prompt, examples, url, urls = [], robots, permissions, render, inspectionId } = request;
  const rules = { robots, permissions, request: request.request };
  for (const address of [...(url === undefined ? [] : [url]), ...urls]) deps.checkTarget(address);
  const deadline = startDeadline(TIMEOUT_MS);
  if (inspectionId !== undefined) return fromInspection(deps, caller, inspectionId, request, deadline);
  if (url === undefined) throw new Error("the request names no page");
  const readFile = readFilesOf({ uploadedFiles: deps.objects }, caller.accountId);
  const siblings = request.siblings !== false && !(await isOverBudget(deps, await caller.account));
  const query = {
    url,
    prompt: prompt ?? "",
    timezone: request.timezone,
    rules,
    render,
    alike: urls,
    siblings,
    readFile,
  };
  const page = await deps.source.open(query, deadline);
  if (page.siblingPages > 0)
    await countUsage(deps, caller.accountId, { pages: page.siblingPages, costNanos: 0 });
  const flow = examples
    ? await fromExamples(page, examples, prompt, url)
    : await fromPrompt(deps, caller, page, { prompt: prompt ?? "", url }, deadline);
  const told = page.signInUrl === undefined ? flow : withNote(flow, tellSignIn(page.signInUrl));
  return withRules(withRender(told, render), rules);
};

/** The flow as it was asked to be opened. A flow that acts on its pages stays one for a browser. */
const withRender = (flow: GeneratedFlow, render: FlowRender): GeneratedFlow => {
  if (render === "auto" || (render === "static" && flow.mode === "interact")) return flow;
  return { ...flow, render };
};

/** Finds a completed inspection of the account. @throws DomainError */
const openInspection = async (
  deps: Deps & WithSource & WithObjects,
  { accountId }: Caller,
  id: string,
  { urls = [], timezone }: Pick<GenerateRequest, "urls" | "timezone">,
  deadline: Deadline,
) => {
  const { request, status, pageKey } = await findInspection(deps, accountId, id);
  if (pageKey === undefined) {
    const why = status === "running" ? "is still running: poll" : "has no page: see";
    const message = `Inspection ${id} ${why} GET /inspections/${id}.`;
    throw new DomainError("invalid-request", message, { details: [{ path: "inspectionId", message }] });
  }
  const kept = await readKept(deps, pageKey);
  return { request, page: await deps.source.openInspected({ request, kept, timezone }, urls, deadline) };
};

const fromInspection = async (
  deps: Deps & WithModel & WithSource & WithObjects,
  caller: Caller,
  id: string,
  asked: GenerateRequest,
  deadline: Deadline,
): Promise<GeneratedFlow> => {
  const { prompt, examples, picks, flow } = asked;
  const {
    request: { url, ...rules },
    page,
  } = await openInspection(deps, caller, id, asked, deadline);
  if (flow) {
    const outputSchema = withoutDescriptions(flow.outputSchema);
    return withRules(page.show({ ...flow, outputSchema }), rules);
  }
  if (picks) return withRules(fromPicks(page, picks, prompt), rules);
  if (examples) return withRules(await fromExamples(page, examples, prompt, url), rules);
  return withRules(await fromPrompt(deps, caller, page, { prompt: prompt ?? "", url }, deadline), rules);
};

const notPicked = (picks: readonly PickedElement[], problems: readonly FieldNote[]): DomainError => {
  const indexOf = (field: string): number =>
    field === "not"
      ? picks.findLastIndex(({ not }) => not === true)
      : picks.findIndex(({ name, take }) => name === field || take === field);
  const listed = problems.map(({ field, code, why }) => ({
    path: `picks.${Math.max(0, indexOf(field))}`,
    message: `${code === undefined ? "" : `${code}: `}${why}`,
  }));
  const together = {
    path: "picks",
    message:
      "no record of the page contains all of these elements: pick values of one record, or of the page itself",
  };
  return new DomainError("invalid-request", "The page has no record that contains these elements.", {
    details: listed.length > 0 ? listed : [together],
  });
};

const fromPicks = (
  page: InspectedPageSource,
  picks: readonly PickedElement[],
  prompt: string | undefined,
): GeneratedFlow => {
  const unknown = picks.findIndex(({ node }) => !page.hasNode(node));
  if (unknown >= 0)
    throw new DomainError("invalid-request", "The inspected page has no such element.", {
      details: [
        {
          path: `picks.${unknown}.node`,
          message: "take it from `page.elements` or `page.regions` of the inspection",
        },
      ],
    });
  const { flow, problems } = page.generatePicked(picks, prompt);
  if (!flow) throw notPicked(picks, problems);
  return flow;
};

const withRules = (flow: GeneratedFlow, { robots, permissions = RECORD, request }: Rules): GeneratedFlow => ({
  ...flow,
  ...(robots === "ignore" && { robots }),
  ...(permissions !== RECORD && { permissions }),
  ...(request && { request }),
});

/** The page's scripts may load what the examples show. */
const fromExamples = async (
  page: SourcePage,
  examples: readonly ShownRecord[],
  prompt: string | undefined,
  url: string,
): Promise<GeneratedFlow> => {
  const first = page.generateShown(examples, prompt);
  if (first.flow && !first.flow.notes?.some(({ code }) => code === "example-not-found")) return first.flow;
  const rendered = (await page.render())?.generateShown(examples, prompt);
  const isBetter =
    rendered?.flow && (rendered.flow.notes?.length ?? 0) < (first.flow?.notes?.length ?? Infinity);
  const flow = isBetter ? rendered.flow : first.flow;
  if (!flow) throw notShown(examples, rendered?.problems ?? first.problems, url);
  return flow;
};

/**
 * From the page after its scripts, which may fill in a list even if there is enough content without them. If it lacks
 * most of what is asked for, the flow takes what there is.
 */
const fromRendered = async (page: SourcePage, prompt: string): Promise<GeneratedFlow | null> => {
  const rendered = await page.render();
  return rendered?.generate(prompt) ?? (rendered ?? page).generate(prompt, true);
};

const fromPrompt = async (
  deps: Deps & WithModel,
  caller: Caller,
  page: SourcePage,
  { prompt, url }: { prompt: string; url: string },
  deadline: Deadline,
): Promise<GeneratedFlow> => {
  const asking = createAsking(deps, caller, deadline.signal);
  const { flow, failure } = asking.isThere
    ? await propose(page, prompt, asking)
    : { flow: null, failure: null };
  const written = flow ?? page.generate(prompt) ?? (await fromRendered(page, prompt));
  if (!written) throw failure ?? nothingFound(url, page.signInUrl);
  const why = flow || !asking.isThere ? null : (failure?.message ?? UNFIT);
  return why === null ? written : withNote(written, `Written without the model: ${why}`);
};
