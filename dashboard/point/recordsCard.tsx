import type { ReactNode } from "react";
import type { GeneratedFlow } from "../../client/index.ts";
import { Button, Card, Empty, Loading } from "../ui/basics.tsx";
import { showPlural } from "../ui/format.ts";
import { columnsOf } from "../ui/items.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { fieldsOf } from "./points.ts";

interface RecordsCardProps {
  readonly flow: GeneratedFlow | null;
  readonly problem: unknown;
  readonly isReading: boolean;
  /** The column that the next pick gives another example of. */
  readonly refined: string | null;
  /** Undoes the last change; absent if there is none. */
  readonly onUndo: (() => void) | undefined;
  readonly actions: ReactNode;
  /** About the element that was clicked last. */
  readonly children: ReactNode;
}

/** The records found with the elements selected so far. */
export const RecordsCard = ({
  flow,
  problem,
  isReading,
  refined,
  onUndo,
  actions,
  children,
}: RecordsCardProps) => {
  const records = flow?.preview?.records ?? [];
  return (
    <Card title="Records" isFlush actions={actions}>
      <div aria-live="polite">
        {problem !== null && <Problem error={problem} />}
        {children}
        {refined !== null && <p className="pager">Click a value of {refined} in another record.</p>}
        {flow !== null && (
          <p className="pager">
            {showPlural(flow.preview?.recordCount ?? 0, "record")},{" "}
            {showPlural(fieldsOf(flow).length, "field")}
            {isReading && " · Reading …"}{" "}
            {onUndo && (
              <Button isSmall look="quiet" disabled={isReading} onClick={onUndo}>
                Undo
              </Button>
            )}
          </p>
        )}
      </div>
      {flow === null && isReading && <Loading lines={3} />}
      {flow === null && !isReading && problem === null && (
        <Empty title="Click a value on the page">
          Its column appears here, with a value of every record.
        </Empty>
      )}
      {records.length > 0 && (
        <Table
          caption="Records found"
          rows={records}
          columns={columnsOf(
            records,
            (record) => record,
            flow?.outputSchema ?? {},
            flow?.preview?.currencies,
          )}
          keyOf={(_, index) => String(index)}
        />
      )}
    </Card>
  );
};
