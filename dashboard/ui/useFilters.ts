import { useSearchParams } from "wouter";

/** A filter that takes any text; others have a list of values. */
export const ANY = null;

type Query<Known> = { [Name in keyof Known]?: Known[Name] extends readonly (infer Value)[] ? Value : string };

/** A list's filters as query parameters, so that they can be shared and survive a reload. */
export const useFilters = () => {
  const [search, setSearch] = useSearchParams();
  return {
    /** The filters that are set to something valid. */
    query: <const Known extends Readonly<Record<string, readonly string[] | typeof ANY>>>(
      known: Known,
    ): Query<Known> =>
      Object.fromEntries(
        Object.entries(known).flatMap(([name, values]) => {
          const value = search.get(name);
          return value && (values === ANY || values.includes(value)) ? [[name, value]] : [];
        }),
      ) as Query<Known>,
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

export type Filters = ReturnType<typeof useFilters>;
