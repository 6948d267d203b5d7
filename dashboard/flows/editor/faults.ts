import { createContext, use } from "react";
import { ApiError } from "../../../client/index.ts";

/** The API's validation errors, by path: `steps[1].fields[0]`. */
type Faults = ReadonlyMap<string, string>;

export const FaultContext = createContext<Faults>(new Map());

export const faultsOf = (error: unknown): Faults =>
  new Map(error instanceof ApiError ? error.details.map(({ path, message }) => [path, message]) : []);

/** Returns the error of a field or of a part of it. */
export const useFaults = (): ((path: string) => string | undefined) => {
  const faults = use(FaultContext);
  return (path) => {
    for (const [at, message] of faults) if (at === path || at.startsWith(`${path}[`)) return message;
    return undefined;
  };
};

/** Returns the error of a part or of anything in it. */
export const useFaultWithin = (path: string): string | undefined =>
  [...use(FaultContext)].find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];

export const useFault = (path: string): string | undefined => useFaults()(path);
