import { useMemo } from "react";
import type { Client } from "../../../client/index.ts";
import { useRecord } from "../../api/queries.ts";
import { type Currencies, currencyIn } from "../../ui/items.tsx";

/** Names are taken from the first records of the latest collection. Other records are shown by key. */
const LOOKED_UP = 200;
/** Fields that can name a record, in order of preference. */
const NAMING = ["title", "name", "headline", "sku", "url"];

/** A record as a monitor has read it last. */
export type Read = Awaited<ReturnType<Client["listFlowRecords"]>>["data"][number];

type Item = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The record without the field that names it, which is shown separately. */
export const withoutName = (item: Item): Item => {
  const naming = NAMING.find((field) => isText(item[field]));
  return Object.fromEntries(Object.entries(item).filter(([field]) => field !== naming));
};

/** A record's name for people. */
export const nameOfItem = (item: Item): string | undefined =>
  NAMING.map((field) => item[field]).find(isText) ?? Object.values(item).find(isText);

interface Latest {
  readonly items: Readonly<Record<string, Item>>;
  readonly currencies: Currencies;
  readonly since: string | undefined;
}

const useLatestRecords = (flowId: string): Latest | undefined =>
  useRecord(["flows", flowId, "names"], async (client) => {
    const { data: records } = await client.listFlowRecords(flowId, { limit: LOOKED_UP });
    return {
      items: Object.fromEntries(records.map(({ key, record }) => [key, record])),
      currencies: records[0]?.currencies ?? {},
      since: records[0]?.since,
    };
  }).data;

/** Returns the name of a monitor's record by its key. */
export const useRecordNames = (flowId: string): ((key: string) => string) => {
  const records = useLatestRecords(flowId);
  return (key) => nameOfItem(records?.items[key] ?? {}) ?? key;
};

/** Returns the currency of a field of a monitor's record: its own, or the one of the latest prices. */
export const useRecordCurrency = (flowId: string, key: string): ((field: string) => string | null) => {
  const records = useLatestRecords(flowId);
  return (field) => currencyIn(records?.items[key] ?? {}) ?? records?.currencies[field] ?? null;
};

interface Reading {
  readonly value: number;
  readonly since: string;
}

/** The prices of a monitor's record as they were last read, by field. */
export const usePriceReadings = (flowId: string, key: string): Readonly<Record<string, Reading>> => {
  const records = useLatestRecords(flowId);
  return useMemo(() => {
    const { items = {}, currencies = {}, since } = records ?? {};
    const prices = Object.keys(currencies).map((field) => [field, items[key]?.[field]] as const);
    return Object.fromEntries(
      prices.flatMap(([field, value]) =>
        typeof value === "number" && since !== undefined ? [[field, { value, since }]] : [],
      ),
    );
  }, [records, key]);
};
