/** Interface of flow generation to the engine. */
import type { ModelQuestion } from "../../adapters/model.ts";
import type { RobotsRule } from "../../contract/common.ts";
import type { GeneratedFlow } from "../../contract/extraction/generate.ts";
import type { InspectRequest, PickedElement } from "../../contract/extraction/inspections.ts";
import type { FieldNote } from "../../contract/fields/fieldNotes.ts";
import type { ShownRecord } from "../../contract/fields/recordExamples.ts";
import type { FlowRender } from "../../contract/flows/rendering.ts";
import type { RequestOptions } from "../../contract/flows/requestOptions.ts";
import type { PermissionPolicy } from "../../contract/permissions.ts";
import type { KeptPage } from "../inspections/objects.ts";
import type { Deadline } from "../shared/deadline.ts";
import type { ReadFile } from "../uploads/uploadedFile.ts";

/** A checked proposal: its flow, or null if the page does not contain what was asked for, and what did not fit. */
export interface Proposed {
  readonly flow: GeneratedFlow | null;
  readonly problems: readonly string[];
  /** Whether the engine finds more of what was asked for without the model. */
  readonly isWorse: boolean;
}

export interface ShownFlow {
  readonly flow: GeneratedFlow | null;
  readonly problems: readonly FieldNote[];
}

/** An opened page for which a flow is written. Every method throws DomainError `timeout` at the deadline. */
export interface SourcePage<P = unknown> {
  /** Writes a flow without a model. @param takesLess whether a list will do that has less than half of what is asked for */
  generate(prompt: string, takesLess?: boolean): GeneratedFlow | null;
  /** Writes a flow from examples of its records. If there is no flow, says what is wrong with each example. */
  generateShown(examples: readonly ShownRecord[], prompt: string | undefined): ShownFlow;
  /** The page after its scripts ran; null if it was already rendered or has no scripts. */
  render(): Promise<SourcePage<P> | null>;
  /** The question for a model. `problems` are what was wrong with its last answer. */
  question(prompt: string, problems?: readonly string[]): ModelQuestion<P>;
  /** Checks a model's answer against the page. */
  check(prompt: string, proposal: P): Proposed;
  /** The page to sign in on that the site led to instead of the one that was asked for. */
  readonly signInUrl?: string | undefined;
  /** Number of further pages that were opened to compare with and that nobody named. */
  readonly siblingPages: number;
}

/** How pages are asked for, and what of their sites is obeyed. */
export interface Rules {
  readonly robots: RobotsRule;
  readonly permissions?: PermissionPolicy | undefined;
  /** How its requests present themselves. */
  readonly request?: RequestOptions | undefined;
}

export interface SourceQuery {
  readonly url: string;
  readonly prompt: string;
  readonly timezone: string | undefined;
  readonly rules: Rules;
  readonly render: FlowRender;
  /** Pages of the same kind, on which examples are checked too. */
  readonly alike: readonly string[];
  /** Whether to find pages of the same kind if none are given. */
  readonly siblings: boolean;
  readonly readFile: ReadFile;
}

/** A page as an inspection found it. */
export interface InspectedPage {
  readonly request: InspectRequest;
  readonly kept: KeptPage;
  readonly timezone: string | undefined;
}

/** The page of an inspection. It is not opened again, so it is the page that the person saw. */
export interface InspectedPageSource<P = unknown> extends SourcePage<P> {
  hasNode(node: number): boolean;
  /** An existing flow, with what it collects from the page. */
  show(flow: Pick<GeneratedFlow, "steps" | "outputSchema">): GeneratedFlow;
  /** Writes a flow from elements of the page. */
  generatePicked(picks: readonly PickedElement[], prompt: string | undefined): ShownFlow;
}

export interface WithSource {
  readonly source: {
    /**
     * Opens a page as a run would: fetched, or in a browser if scripts fill it in. If the prompt asks for a search,
     * opens the page of results.
     *
     * @throws DomainError `target-refused`, `robots-disallowed`, `use-reserved`, `target-failed` or `timeout`
     */
    open(query: SourceQuery, deadline: Deadline): Promise<SourcePage>;
    /** Opens pages of the same kind. @throws like `open` */
    openInspected(
      page: InspectedPage,
      alike: readonly string[],
      deadline: Deadline,
    ): Promise<InspectedPageSource>;
  };
}
