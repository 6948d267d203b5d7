/** Links that open the new-flow page with something filled in. */
import { completeUrl } from "../../../client/address.ts";
import { EMPTY_DRAFT, type FlowDraft } from "../editor/draft.ts";

interface StartLink {
  readonly url?: string;
  readonly prompt?: string;
  readonly template?: string;
  /** `1`: generates at once. */
  readonly generate?: "1";
  /** A flow whose definition is known without a description. */
  readonly as?: "markdown" | "picture";
  readonly name?: string;
}

export const newFlowPath = (values: StartLink): string => `/flows/new?${new URLSearchParams({ ...values })}`;

const PLAIN: Readonly<Record<string, Partial<FlowDraft>>> = {
  markdown: { steps: [{ type: "extract", as: "markdown" }] },
  picture: { mode: "monitor", monitor: { watch: "picture" } },
};

/** The draft of a link with `as`; null for other links. */
export const draftOfLink = (search: URLSearchParams): FlowDraft | null => {
  const plain = PLAIN[search.get("as") ?? ""];
  if (plain === undefined) return null;
  return {
    ...EMPTY_DRAFT,
    ...plain,
    url: completeUrl(search.get("url") ?? ""),
    name: search.get("name") ?? "",
  };
};
