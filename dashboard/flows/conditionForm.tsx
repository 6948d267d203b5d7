import { useState } from "react";
import { Button } from "../ui/basics.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { showName } from "../ui/format.ts";

/** Tests of a field: their labels, and how they are written. */
const TESTS = {
  falls: { title: "falls", write: (field: string) => `${field} falls` },
  rises: { title: "rises", write: (field: string) => `${field} rises` },
  below: { title: "is below", write: (field: string, value: string) => `${field} < ${value}` },
  above: { title: "is above", write: (field: string, value: string) => `${field} > ${value}` },
  percent: {
    title: "changes by more than (%)",
    write: (field: string, value: string) => `${field} percent change > ${value}`,
  },
  contains: {
    title: "contains",
    write: (field: string, value: string) => `${field} contains ${JSON.stringify(value)}`,
  },
} as const;

type Test = keyof typeof TESTS;

const WITHOUT_VALUE: ReadonlySet<Test> = new Set(["falls", "rises"]);
/** Conditions on whole records. */
const RECORD_TESTS = [
  ["added", "A record is added"],
  ["removed", "A record is removed"],
  ["changed", "A record changes"],
] as const;

interface ConditionFormProps {
  /** The flow's fields. */
  readonly fields: readonly string[];
  readonly onAdd: (condition: string) => void;
}

/** Builds a condition from menus and adds it to the list of conditions. */
export const ConditionForm = ({ fields, onAdd }: ConditionFormProps) => {
  const [subject, setSubject] = useState<string>(fields.includes("price") ? "price" : (fields[0] ?? "added"));
  const [test, setTest] = useState<Test>("falls");
  const [value, setValue] = useState("");
  const isField = fields.includes(subject);
  const needsValue = isField && !WITHOUT_VALUE.has(test);
  const add = () => {
    onAdd(isField ? TESTS[test].write(subject, value.trim()) : subject);
    setValue("");
  };
  return (
    <div className="condition">
      <SelectField
        label="When"
        value={subject}
        onValue={setSubject}
        options={[...fields.map((field) => [field, showName(field)] as const), ...RECORD_TESTS]}
      />
      {isField && (
        <SelectField
          label="Condition"
          value={test}
          onValue={setTest}
          options={(Object.keys(TESTS) as Test[]).map((each) => [each, TESTS[each].title] as const)}
        />
      )}
      {needsValue && <TextField label="Value" value={value} onValue={setValue} />}
      <Button disabled={needsValue && value.trim() === ""} onClick={add}>
        Add condition
      </Button>
    </div>
  );
};
