/** How methods are grouped: `createFlow` of `/flows` is `flows.create`, `listRunItems` of `/runs` is `runs.listItems`. */
import type { Endpoint } from "./endpoint.ts";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `flows` → Flows, Flow; `deliveries` → Deliveries, Delivery; `email` → Emails, Email: the longer first. */
const nounsOf = (segment: string): string[] => {
  const singular = segment.replace(/ies$/, "y").replace(/(?<!s)s$/, "");
  return [segment, `${singular}s`, singular].map(capital).sort((a, b) => b.length - a.length);
};

/** Group and name of a method; null if its name is complete, such as `extract`. */
export const placeOf = ({ path, operation }: Endpoint): { group: string; name: string } | null => {
  const segment = path.split("/")[1] ?? "";
  if (!/^[a-z]+$/.test(segment) || operation.operationId.startsWith(segment)) return null;
  const noun = nounsOf(segment).find((each) => operation.operationId.includes(each));
  return { group: segment, name: operation.operationId.replace(noun ?? "", "") };
};

/** The groups, by the operations that become their methods. */
export const renderGroups = (endpoints: readonly Endpoint[]): string => {
  const groups = new Map<string, Map<string, string>>();
  for (const endpoint of endpoints) {
    const place = placeOf(endpoint);
    if (place === null) continue;
    const methods = groups.get(place.group) ?? new Map<string, string>();
    if (methods.has(place.name)) throw new Error(`two methods would be ${place.group}.${place.name}`);
    groups.set(place.group, methods.set(place.name, endpoint.operation.operationId));
  }
  const rows = [...groups].map(
    ([group, methods]) => `${group}: ${JSON.stringify(Object.fromEntries(methods))},`,
  );
  return `export const GROUPS = {\n${rows.join("\n")}\n} as const;`;
};
