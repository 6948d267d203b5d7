/** The groups of methods. */
import { placeOf } from "../../src/domain/docs/clientMethod.ts";
import type { Endpoint } from "./endpoint.ts";

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
