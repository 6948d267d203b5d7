/** What a monitor that watches a page as a whole has read last. */
import type { Flow } from "../../../client/index.ts";
import { usePagedList } from "../../api/queries.ts";
import { Card, Empty, Loading, SCROLLED_BY_KEYBOARD, Time } from "../../ui/basics.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Pager } from "../../ui/table.tsx";
import { Pictures } from "./pictures.tsx";
import { Prices } from "./prices.tsx";
import type { Read } from "./recordNames.ts";

/** A first reading is looked for until the first run has ended. */
const LOOK_EVERY_MS = 1_500;
const READINGS = 10;

const Texts = ({ reads }: { readonly reads: readonly Read[] }) =>
  reads.map(({ key, record, since }) => (
    <Card
      key={key}
      title={String(record.title ?? record.url ?? "Text")}
      actions={
        since !== undefined && (
          <span className="muted">
            As of <Time at={since} />
          </span>
        )
      }
    >
      <section className="reading" aria-label="Text of the page" tabIndex={SCROLLED_BY_KEYBOARD} dir="auto">
        {String(record.markdown ?? "")}
      </section>
    </Card>
  ));

const WholeReading = ({ flow, watch }: { readonly flow: Flow; readonly watch: "text" | "picture" }) => {
  const list = usePagedList<Read>(
    ["flows", flow.id, "reading"],
    (client, page) => client.listFlowRecords(flow.id, page),
    { refetchMs: (rows) => (rows?.length ? false : LOOK_EVERY_MS), pageSize: READINGS },
  );
  if (list.error !== null) return <Problem error={list.error} retry={list.retry} />;
  if (list.rows === undefined) return <Loading />;
  if (list.rows.length === 0)
    return (
      <Card isFlush>
        <Empty title={watch === "text" ? "No text yet" : "No picture yet"}>
          It appears here once the first run has read the page.
        </Empty>
      </Card>
    );
  return (
    <>
      {watch === "text" ? <Texts reads={list.rows} /> : <Pictures flow={flow} reads={list.rows} />}
      {list.total > READINGS && <Pager list={list} of="readings" />}
    </>
  );
};

/** Nothing for monitors of records, whose data has a page of its own. */
export const Reading = ({ flow }: { readonly flow: Flow }) => {
  const { mode, monitor } = flow;
  if (mode !== "monitor") return null;
  if (monitor.watch === "price") return <Prices flow={flow} />;
  return monitor.watch === "text" || monitor.watch === "picture" ? (
    <WholeReading flow={flow} watch={monitor.watch} />
  ) : null;
};
