import type { Client } from "../../../client/index.ts";
import { showAmount, showName, showValue } from "../../ui/format.ts";
import { shareOf, showShare } from "./changeSize.ts";
import { PictureDiff } from "./pictureDiff.tsx";
import { TextDiff } from "./textDiff.tsx";

type RecordChange = Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number]["records"][number];
type FieldChange = RecordChange["fields"][string];

/** Shows a price in its currency, with cents if the other one has them, and booleans as words. */
const showOne = (value: unknown, { previous, current, currency }: FieldChange): string => {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const hasCents = [previous, current].some((each) => typeof each === "number" && !Number.isInteger(each));
  const isMoney = typeof value === "number" && (hasCents || currency !== undefined);
  return isMoney ? showAmount(value, currency ?? null) : showValue(value);
};

const isThere = (value: unknown): boolean => value !== null && value !== undefined;

/** A field's value before and after. */
export const FieldDiff = ({ name, change }: { readonly name: string; readonly change: FieldChange }) => {
  const { previous, current, diff, picture } = change;
  if (picture) return <PictureDiff name={showName(name)} change={change} picture={picture} />;
  if (diff) return <TextDiff name={name === "markdown" ? "Text" : showName(name)} diff={diff} />;
  const share = shareOf(change);
  return (
    <div>
      <span className="muted">{showName(name)}: </span>
      {isThere(previous) && <del>{showOne(previous, change)}</del>}
      {isThere(previous) && isThere(current) && " → "}
      {isThere(current) && <ins>{showOne(current, change)}</ins>}
      {share !== null && <span className="muted"> {showShare(share)}</span>}
    </div>
  );
};
