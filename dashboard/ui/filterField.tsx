import { SelectField } from "./form.tsx";
import type { Filters } from "./useFilters.ts";

interface FilterFieldProps {
  readonly label: string;
  /** Its name in the URL and in the query. */
  readonly name: string;
  readonly filters: Filters;
  readonly options: readonly (string | readonly [value: string, label: string])[];
}

/** Filters a list by one of some values, or not. */
export const FilterField = ({ label, name, filters, options }: FilterFieldProps) => {
  const known = options.map((option) => (typeof option === "string" ? option : option[0]));
  return (
    <SelectField
      label={label}
      value={filters.query({ [name]: known })[name] ?? ""}
      onValue={(value) => filters.write(name, value)}
      options={[["", "All"], ...options]}
    />
  );
};
