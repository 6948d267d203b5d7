import { createContext, use } from "react";
import { ApiError } from "../../client/index.ts";

/** What the API said is wrong, by the path of the field: `steps[1].fields[0]`. */
type Faults = ReadonlyMap<string, string>;

export const FaultContext = createContext<Faults>(new Map());

export const faultsOf = (error: unknown): Faults =>
  new Map(error instanceof ApiError ? error.details.map(({ path, message }) => [path, message]) : []);

/** The fault of a field, or of a part of it. */
export const useFault = (path: string): string | undefined => {
  const faults = use(FaultContext);
  for (const [at, message] of faults) if (at === path || at.startsWith(`${path}[`)) return message;
  return undefined;
};
