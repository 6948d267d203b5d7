/** How methods of the client are grouped: `createFlow` of `/flows` is `flows.create`, `listRunItems` of `/runs` is `runs.listItems`. */
import { capitalise } from "../../contract/wording.ts";

interface NamedOperation {
  readonly path: string;
  readonly operation: { readonly operationId: string };
}

/** `flows` → Flows, Flow; `deliveries` → Deliveries, Delivery; `email` → Emails, Email: the longer first. */
const nounsOf = (segment: string): string[] => {
  const singular = segment.replace(/ies$/, "y").replace(/(?<!s)s$/, "");
  return [segment, `${singular}s`, singular].map(capitalise).sort((a, b) => b.length - a.length);
};

/** Group and name of a method; null if its name is complete, such as `extract`. */
export const placeOf = ({ path, operation }: NamedOperation): { group: string; name: string } | null => {
  const segment = path.split("/")[1] ?? "";
  if (!/^[a-z]+$/.test(segment) || operation.operationId.startsWith(segment)) return null;
  const noun = nounsOf(segment).find((each) => operation.operationId.includes(each));
  return { group: segment, name: operation.operationId.replace(noun ?? "", "") };
};
