/** The client's methods, grouped by resource: `client.flows.create`. */
import { GROUPS, type Operations } from "./generated.ts";

export type Groups = {
  readonly [G in keyof typeof GROUPS]: {
    readonly [M in keyof (typeof GROUPS)[G]]: Operations[(typeof GROUPS)[G][M] & keyof Operations];
  };
};

export const groupsOf = (operations: Operations): Groups => {
  const groups = Object.entries(GROUPS).map(([group, methods]) => [
    group,
    Object.fromEntries(
      Object.entries(methods).map(([name, operation]) => [name, operations[operation as keyof Operations]]),
    ),
  ]);
  return Object.fromEntries(groups) as Groups;
};
