import { TextField } from "./form.tsx";
import type { useFilters } from "./useFilters.ts";

/** The days, in UTC, that a list is about: `to` itself is left out, as by the API. */
export const DayFilters = ({ filters }: { readonly filters: ReturnType<typeof useFilters> }) => (
  <>
    <TextField
      label="From"
      type="date"
      value={filters.text("from") ?? ""}
      onValue={(day) => filters.write("from", day)}
    />
    <TextField
      label="Before"
      type="date"
      value={filters.text("to") ?? ""}
      onValue={(day) => filters.write("to", day)}
    />
  </>
);
