import { TextField } from "./form.tsx";
import type { Filters } from "./useFilters.ts";

/** Filters a list by UTC days. Like the API, it excludes `to`. */
export const DayFilters = ({ filters }: { readonly filters: Filters }) => (
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
