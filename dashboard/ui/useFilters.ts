import { useSearchParams } from "wouter";

/** Filters of a list as part of the address, so that they can be shared and come back with the page. */
export const useFilters = () => {
  const [search, setSearch] = useSearchParams();
  return {
    /** The value of a filter, if it is one that there is. */
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
