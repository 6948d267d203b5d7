/** Addresses that stay the same from run to run, for programs that can send no API key. */
export interface FlowLinks {
  /** The items of the last good run, in each format. */
  readonly csv: string;
  readonly xlsx: string;
  readonly json: string;
  readonly ndjson: string;
  /** The last changes that a monitor found, as an Atom feed. */
  readonly changes: string;
}

/** @param token a read-only token of the flow, as `flows.createToken` gives it */
export const flowLinks = (url: string, flowId: string, token: string): FlowLinks => {
  const flow = `${url.replace(/\/+$/, "")}/flows/${encodeURIComponent(flowId)}`;
  const query = `token=${encodeURIComponent(token)}`;
  const latest = (format: string): string => `${flow}/latest?format=${format}&${query}`;
  return {
    csv: latest("csv"),
    xlsx: latest("xlsx"),
    json: latest("json"),
    ndjson: latest("ndjson"),
    changes: `${flow}/changes.atom?${query}`,
  };
};
