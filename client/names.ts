import type { Operations } from "./generated.ts";

/**
 * The name, or the name with the first free number, `Lamps (2)`, if the account has a flow of that name: flows with
 * the same name look alike in lists.
 */
export const freeName = async (client: Pick<Operations, "listFlows">, name: string): Promise<string> => {
  const taken = new Set<string>();
  for await (const flow of client.listFlows({ q: name, limit: 200 })) taken.add(flow.name.toLowerCase());
  for (let at = 1; ; at += 1) {
    const free = at === 1 ? name : `${name} (${at})`;
    if (!taken.has(free.toLowerCase())) return free;
  }
};
