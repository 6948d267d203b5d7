/** What the generation of flows asks of the engine. */
import type { ModelQuestion } from "../../adapters/model.ts";
import type { RobotsRule } from "../../contract/common.ts";
import type { FieldNote } from "../../contract/fieldNotes.ts";
import type { GeneratedFlow } from "../../contract/generate.ts";
import type { InspectRequest, PickedElement } from "../../contract/inspections.ts";
import type { ExampleRecord } from "../../contract/recordExamples.ts";
import type { KeptPage } from "../inspections/objects.ts";
import type { Deadline } from "../shared/deadline.ts";

/** A flow, or nothing where the page holds none of what is asked for; and what did not fit the page. */
export interface Proposed {
  readonly flow: GeneratedFlow | null;
  readonly problems: readonly string[];
  /** The engine by itself gives more of what is asked for. */
  readonly isWorse: boolean;
}

export interface ShownFlow {
  readonly flow: GeneratedFlow | null;
  readonly problems: readonly FieldNote[];
}

/** A page that was opened, to write a flow for. All that is asked of it ends with its deadline, by DomainError `timeout`. */
export interface SourcePage<P = unknown> {
  /** Without a model. */
  generate(prompt: string): GeneratedFlow | null;
  /** By examples of its records; without a flow, what is wrong with each example. */
  generateShown(examples: readonly ExampleRecord[], prompt: string | undefined): ShownFlow;
  /** The page as its scripts leave it; null if it was already rendered, or has no scripts. */
  render(): Promise<SourcePage<P> | null>;
  /** What a model is asked; `problems` are what was wrong with its last answer. */
  question(prompt: string, problems?: readonly string[]): ModelQuestion<P>;
  /** Holds a model's answer against the page. */
  check(prompt: string, proposal: P): Proposed;
}

export interface SourceQuery {
  readonly url: string;
  readonly prompt: string;
  readonly robots: RobotsRule;
  /** Pages of the same kind, on which examples are checked too. */
  readonly alike: readonly string[];
}

/** The page of an inspection: it is not opened again, so it is what the person pointed at. */
export interface InspectedPageSource<P = unknown> extends SourcePage<P> {
  hasNode(node: number): boolean;
  /** By elements of the page, all of which it has. */
  generatePicked(picks: readonly PickedElement[], prompt: string | undefined): ShownFlow;
}

export interface WithSource {
  readonly source: {
    /**
     * Opens a page as a run would: fetched, or in a browser where its scripts fill it in; and, where the
     * prompt asks for a search, the page that it leads to.
     * @throws DomainError `target-refused`, `robots-disallowed`, `target-failed` or `timeout`
     */
    open(query: SourceQuery, deadline: Deadline): Promise<SourcePage>;
    /** @throws as `open`, for pages of the same kind */
    openInspected(
      page: { readonly request: InspectRequest; readonly kept: KeptPage },
      alike: readonly string[],
      deadline: Deadline,
    ): Promise<InspectedPageSource>;
  };
}
