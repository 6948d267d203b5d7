/** Differences that a monitor takes for noise: shown on request, and settled for good with one click. */
import type { Client, Flow } from "../../../client/index.ts";
import { useAction } from "../../api/queries.ts";
import { Button } from "../../ui/basics.tsx";
import { showName, showPlural } from "../../ui/format.ts";
import { FieldDiff } from "./fieldDiff.tsx";
import { REASONS } from "./noiseReasons.ts";

type ChangeNoise = Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number]["noise"];

const listOf = (flow: Flow, option: "matters" | "ignoreFields"): string[] => [
  ...(flow.monitor[option] ?? []),
];

/** Buttons that settle whether the changes of a field count. */
const Settle = ({ flow, field, matters }: { flow: Flow; field: string; matters: boolean }) => {
  const [to, from] = matters
    ? (["matters", "ignoreFields"] as const)
    : (["ignoreFields", "matters"] as const);
  const settling = useAction(
    (client) =>
      client.updateFlow(flow.id, {
        monitor: {
          [to]: [...new Set([...listOf(flow, to), field])],
          [from]: listOf(flow, from).filter((name) => name !== field),
        },
      }),
    {
      done: matters
        ? `Changes of ${showName(field)} are reported from the next run on.`
        : `Changes of ${showName(field)} are left out from the next run on.`,
      changes: [["flows", flow.id]],
    },
  );
  return (
    <Button needs="flows:write" isSmall does={settling}>
      {matters ? "This matters" : "This never matters"}
    </Button>
  );
};

/** Fields that changed in nearly every record of the last runs. */
export const ProposedNoise = ({
  flow,
  fields,
}: {
  readonly flow: Flow;
  readonly fields: readonly string[];
}) => {
  const open = fields.filter((field) => !listOf(flow, "ignoreFields").includes(field));
  if (open.length === 0) return null;
  return (
    <>
      {open.map((field) => (
        <p key={field} className="hint">
          {showName(field)} changed in each of the last runs.{" "}
          <Settle flow={flow} field={field} matters={false} />
        </p>
      ))}
    </>
  );
};

interface NoiseProps {
  readonly flow: Flow;
  readonly noise: ChangeNoise;
  readonly onShow: () => void;
}

export const Noise = ({ flow, noise, onShow }: NoiseProps) => {
  const { differences, records, recordsOmitted = 0 } = noise;
  if (differences === 0) return null;
  const count = `${showPlural(differences, "difference", "differences")} taken for noise`;
  if (records === undefined)
    return (
      <p className="hint">
        {count}.{" "}
        <Button isSmall onClick={onShow}>
          Show
        </Button>
      </p>
    );
  return (
    <>
      <p className="hint">{count}:</p>
      <ul className="stack tight">
        {records.map(({ key, type, label, fields }) => (
          <li key={`${type} ${key}`} className="diff-record">
            <span className="truncate">{label ?? key}</span>
            <div className="diff">
              {Object.entries(fields).map(([name, field]) => (
                <div key={name}>
                  <FieldDiff name={name} change={field} />
                  <span className="hint">
                    {field.noise && REASONS[field.noise]} <Settle flow={flow} field={name} matters />{" "}
                    {/* Of a long text, a passage never matters, not all of it: that is "Text to ignore". */}
                    {!field.diff && <Settle flow={flow} field={name} matters={false} />}
                  </span>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {recordsOmitted > 0 && (
        <p className="hint">… and {showPlural(recordsOmitted, "more record", "more records")}.</p>
      )}
    </>
  );
};
