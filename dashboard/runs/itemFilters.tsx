/** Filters of a table: a field, what to compare, and a value. The service applies them to all rows. */
import { type FormEvent, useState } from "react";
import { Button } from "../ui/basics.tsx";

/** How a filter is written for the service; numbers are compared as numbers. */
const COMPARISONS = [
  ["contains", "contains"],
  ["not contains", "does not contain"],
  ["=", "is"],
  ["!=", "is not"],
  ["<", "less than"],
  [">", "more than"],
] as const;

type Comparison = (typeof COMPARISONS)[number][0];

/** Names that conditions can hold. */
const IS_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;
const IS_NUMBER = /^-?\d+(?:\.\d+)?$/;
const needsNumber = (comparison: Comparison): boolean => comparison === "<" || comparison === ">";

const conditionOf = (field: string, comparison: Comparison, value: string): string => {
  const text = value.trim().replaceAll('"', "");
  const isPlain =
    needsNumber(comparison) ||
    (/=$/.test(comparison) && (IS_NUMBER.test(text) || /^(?:true|false)$/.test(text)));
  return `${field} ${comparison} ${isPlain ? text : `"${text}"`}`;
};

export const whereOf = (filters: readonly string[]): string | undefined =>
  filters.length === 0 ? undefined : filters.join(" and ");

interface ItemFiltersProps {
  /** Names and titles. */
  readonly fields: readonly (readonly [name: string, title: string])[];
  readonly filters: readonly string[];
  readonly onFilters: (filters: readonly string[]) => void;
}

export const ItemFilters = ({ fields, filters, onFilters }: ItemFiltersProps) => {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [comparison, setComparison] = useState<Comparison>("contains");
  const [value, setValue] = useState("");
  const named = fields.filter(([name]) => IS_NAME.test(name));
  const field = chosen ?? named[0]?.[0];
  if (field === undefined) return null;
  const add = (event: FormEvent) => {
    event.preventDefault();
    onFilters([...new Set([...filters, conditionOf(field, comparison, value)])]);
    setValue("");
    setOpen(false);
  };
  return (
    <>
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className="chip"
          aria-label={`Remove filter ${filter}`}
          onClick={() => onFilters(filters.filter((other) => other !== filter))}
        >
          {filter} <span aria-hidden="true">×</span>
        </button>
      ))}
      <Button isSmall aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filter
      </Button>
      {isOpen && (
        <form className="item-filter" aria-label="New filter" onSubmit={add}>
          <select aria-label="Field" value={field} onChange={(event) => setChosen(event.target.value)}>
            {named.map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
          <select
            aria-label="Comparison"
            value={comparison}
            onChange={(event) => setComparison(event.target.value as Comparison)}
          >
            {COMPARISONS.map(([written, title]) => (
              <option key={written} value={written}>
                {title}
              </option>
            ))}
          </select>
          <input
            aria-label="Value"
            value={value}
            required
            inputMode={needsNumber(comparison) ? "decimal" : "text"}
            {...(needsNumber(comparison) && { pattern: IS_NUMBER.source, title: "A number, such as 12.5" })}
            onChange={(event) => setValue(event.target.value)}
          />
          <Button type="submit" isSmall>
            Add filter
          </Button>
        </form>
      )}
    </>
  );
};
