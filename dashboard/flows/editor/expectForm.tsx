/** What a good run of a flow looks like. */
import type { Flow } from "../../../client/index.ts";
import { Button } from "../../ui/basics.tsx";
import { AreaField, SelectField, TextField } from "../../ui/form.tsx";
import { showName } from "../../ui/format.ts";
import { expectDraftOf, type Parts } from "./draft.ts";
import { FieldChoice } from "./fieldChoice.tsx";
import { useParts } from "./parts.ts";

/** Shares to choose from, as the API writes them. */
const SHARES = ["0.05", "0.1", "0.2", "0.3", "0.5", "0.8"] as const;

const showShare = (share: string): string => `${Math.round(Number(share) * 1_000) / 10}%`;

/** A share that was set elsewhere stays a choice. */
const shareOptions = (
  first: readonly (readonly [value: string, title: string])[],
  current: string,
): (readonly [value: string, title: string])[] => {
  const known = [...first.map(([value]) => value), ...SHARES];
  const other = current === "" || known.includes(current) ? [] : [current];
  return [...first, ...[...SHARES, ...other].map((share) => [share, showShare(share)] as const)];
};

interface EmptyValuesProps {
  readonly fields: readonly string[];
  /** Lines such as `price 0.1`. */
  readonly lines: readonly string[];
  readonly onLines: (lines: readonly string[]) => void;
}

const MAY_BE_EMPTY = [
  ["", "Any number"],
  ["0", "None"],
] as const;

/** For each field, how many of its values may be empty. */
const EmptyValues = ({ fields, lines, onLines }: EmptyValuesProps) => {
  const shares = new Map(
    lines.filter(Boolean).map((line) => {
      const [, name = line, share = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
      return [name, share] as const;
    }),
  );
  const change = (name: string, share: string): void => {
    const changed = new Map([...shares, [name, share] as const]);
    onLines([...changed].filter(([, each]) => each !== "").map(([each, limit]) => `${each} ${limit}`));
  };
  return (
    <div className="fields">
      {[...new Set([...fields, ...shares.keys()])].map((name) => (
        <SelectField
          key={name}
          label={`Empty values of ${showName(name)}`}
          value={shares.get(name) ?? ""}
          onValue={(share) => change(name, share)}
          options={shareOptions(MAY_BE_EMPTY, shares.get(name) ?? "")}
        />
      ))}
    </div>
  );
};

interface ExpectFormProps {
  readonly value: Parts;
  readonly onValue: (value: Parts) => void;
  /** The flow's fields. */
  readonly fields: readonly string[];
  /** What the last good runs would have met. */
  readonly proposed: Flow["proposedExpect"] | undefined;
}

export const ExpectForm = ({ value, onValue, fields, proposed }: ExpectFormProps) => {
  const { set, text, lines } = useParts("expect", value, onValue);
  const drop = text("maxDrop");
  return (
    <div className="form">
      {proposed != null && (
        <div>
          <Button onClick={() => onValue({ ...value, ...expectDraftOf(proposed) })}>
            Use suggestions from the last good runs
          </Button>
        </div>
      )}
      <div className="fields">
        <TextField
          label="Min items"
          inputMode="numeric"
          {...text("minItems")}
          hint="Leave empty for one, once a run has collected any. Use 0 if no items is fine."
        />
        <SelectField
          label="Max drop in items"
          {...drop}
          options={shareOptions([["", "Not checked"]], drop.value)}
          hint="Compared with the last good runs."
        />
      </div>
      {fields.length === 0 ? (
        <AreaField
          label="Max share of empty values"
          rows={3}
          className="mono"
          {...lines("maxNullShare")}
          hint="One field and share per line, such as price 0.1."
        />
      ) : (
        <EmptyValues
          fields={fields}
          lines={(value.maxNullShare ?? []) as readonly string[]}
          onLines={set("maxNullShare")}
        />
      )}
      <FieldChoice
        label="Unique fields"
        fields={fields}
        fault={lines("unique").fault}
        chosen={(value.unique ?? []) as readonly string[]}
        onChosen={set("unique")}
        hint="No two items may have the same values in these."
      />
    </div>
  );
};
