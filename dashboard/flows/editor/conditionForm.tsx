import { useState } from "react";
import { Button } from "../../ui/basics.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { showName } from "../../ui/format.ts";
import { FIELD_TESTS, type Test, wholeTests } from "./conditions.ts";

interface ConditionFormProps {
  /** The flow's fields. */
  readonly fields: readonly string[];
  /** What the monitor watches; empty: records. */
  readonly watch: string;
  readonly onAdd: (condition: string) => void;
}

/** Builds a condition from menus and adds it to the list of conditions. */
export const ConditionForm = ({ fields, watch, onAdd }: ConditionFormProps) => {
  const whole = wholeTests(watch);
  const [chosen, setSubject] = useState<string | null>(null);
  const [testId, setTest] = useState("falls");
  const [value, setValue] = useState("");
  const isKnown = chosen !== null && (fields.includes(chosen) || whole.some(({ id }) => id === chosen));
  const first = fields.includes("price") ? "price" : (fields[0] ?? whole[0]?.id ?? "");
  const subject = isKnown ? chosen : first;
  const isField = fields.includes(subject);
  const tests: readonly Test[] = isField ? FIELD_TESTS : whole;
  const test = tests.find(({ id }) => id === (isField ? testId : subject)) ?? tests[0];
  if (test === undefined) return null;
  const isIncomplete =
    test.takes !== undefined &&
    (value.trim() === "" || (test.takes === "number" && Number.isNaN(Number(value))));
  const add = () => {
    onAdd(test.write(subject, value.trim()));
    setValue("");
  };
  return (
    <div className="condition">
      <SelectField
        label="When"
        value={subject}
        onValue={setSubject}
        options={[
          ...fields.map((field) => [field, showName(field)] as const),
          ...whole.map(({ id, title }) => [id, title] as const),
        ]}
      />
      {isField && (
        <SelectField
          label="Condition"
          value={test.id}
          onValue={setTest}
          options={tests.map(({ id, title }) => [id, title] as const)}
        />
      )}
      {test.takes !== undefined && (
        <TextField
          label="Value"
          inputMode={test.takes === "number" ? "decimal" : "text"}
          value={value}
          onValue={setValue}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (!isIncomplete) add();
          }}
        />
      )}
      <Button disabled={isIncomplete} onClick={add}>
        Add condition
      </Button>
    </div>
  );
};
