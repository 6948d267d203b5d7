/** How pages are asked for: headers, and a phone's look. */
import type { FirecrawlScrapeOptions } from "../../contract/firecrawl/requests.ts";
import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import { FlowRequestOptions } from "../../contract/flows/requestOptions.ts";

/** The headers that may be sent, and a sentence on each that may not. */
export const readRequest = ({
  headers,
  mobile,
}: Pick<FirecrawlScrapeOptions, "headers" | "mobile">): {
  readonly request: NonNullable<FlowDefinition["request"]>;
  readonly warnings: readonly string[];
} => {
  const sent: Record<string, string> = {};
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(headers ?? {})) {
    const parsed = FlowRequestOptions.safeParse({ headers: { [name]: value } });
    // A flow's secrets are named in braces, and a job has none.
    const isSendable = parsed.success && !value.includes("{{");
    if (isSendable) sent[name] = value;
    else warnings.push(`The header ${name} was ignored: the service sets it, or it cannot be sent.`);
  }
  return {
    request: { ...(Object.keys(sent).length > 0 && { headers: sent }), ...(mobile && { mobile: true }) },
    warnings,
  };
};
