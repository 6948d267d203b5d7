/** What a price monitor has read: its products, and the chart of a single one. */
import { Link } from "wouter";
import type { Flow } from "../../../client/index.ts";
import { usePagedList, useRecord } from "../../api/queries.ts";
import { Card, Empty } from "../../ui/basics.tsx";
import { showAmount, showName, showValue } from "../../ui/format.ts";
import { type Currencies, currencyIn } from "../../ui/items.tsx";
import { type Column, PagedTable } from "../../ui/table.tsx";
import { Course } from "./course.tsx";
import { nameOfItem, usePriceReadings } from "./recordNames.ts";

interface Product {
  readonly key: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly currencies?: Currencies | undefined;
}

const MAX_CHANGES = 200;
/** A first reading is looked for until the first run has ended. */
const LOOK_EVERY_MS = 5_000;

const currencyOf = ({ record, currencies }: Product): string | null =>
  currencyIn(record) ?? currencies?.price ?? null;

const SingleCourse = ({ flowId, product }: { readonly flowId: string; readonly product: Product }) => {
  const { key } = product;
  const { data: entries } = useRecord(["flows", flowId, "history", key, "price"], async (client) => {
    const { data } = await client.getRecordHistory(flowId, key, { limit: MAX_CHANGES });
    return data;
  });
  const { price } = usePriceReadings(flowId, key);
  if (entries === undefined || (entries.length === 0 && price === undefined)) return null;
  return <Course entries={entries} field="price" currency={currencyOf(product)} reading={price} />;
};

/** `OutOfStock` → `Out of stock` */
const showStock = (said: unknown): string =>
  typeof said === "string" ? showName(said.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase()) : "–";

const columnsOf = (flowId: string): readonly Column<Product>[] => [
  {
    title: "Product",
    isName: true,
    cell: ({ key, record }) => (
      <Link href={`/flows/${flowId}/records/${encodeURIComponent(key)}`} className="truncate">
        {nameOfItem(record) ?? key}
      </Link>
    ),
  },
  {
    title: "Price",
    isNumber: true,
    cell: (product) => {
      const { price } = product.record;
      return typeof price === "number" ? showAmount(price, currencyOf(product)) : showValue(price);
    },
  },
  { title: "Availability", cell: ({ record }) => showStock(record.availability) },
];

export const Prices = ({ flow: { id } }: { readonly flow: Flow }) => {
  const list = usePagedList<Product>(
    ["flows", id, "prices"],
    (client, page) => client.listFlowRecords(id, page),
    { refetchMs: (rows) => (rows?.length ? false : LOOK_EVERY_MS) },
  );
  const [first] = list.rows ?? [];
  return (
    <>
      {first !== undefined && list.total === 1 && <SingleCourse flowId={id} product={first} />}
      <Card title="Prices" isFlush>
        <PagedTable<Product>
          caption="Prices"
          list={list}
          columns={columnsOf(id)}
          keyOf={({ key }) => key}
          empty={<Empty title="No prices yet">Run it now to see them.</Empty>}
        />
      </Card>
    </>
  );
};
