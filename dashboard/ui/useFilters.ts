import { useSearchParams } from "wouter";

/** A list's filters as query parameters, so that they can be shared and survive a reload. */
export const useFilters = () => {
  const [search, setSearch] = useSearchParams();
  return {
    /** The value of a filter, if it is valid. */
    read: <T extends string>(name: string, known: readonly T[]): T | undefined =>
      known.find((value) => value === search.get(name)),
    text: (name: string): string | undefined => search.get(name) ?? undefined,
    write: (name: string, value: string) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === "") next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
  };
};
