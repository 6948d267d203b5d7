/** Links that stay the same from run to run, for programs that cannot send an API key. */
export interface FlowLinks {
  /** The items of the last successful run, in each format. */
  readonly csv: string;
  readonly xlsx: string;
  readonly json: string;
  readonly ndjson: string;
  /** The last changes that a monitor found, as an Atom feed. */
  readonly changes: string;
}

/** @param token a read-only token of the flow, from `flows.createToken` */
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
