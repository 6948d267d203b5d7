import { useRecord } from "../api/queries.ts";
import { currencyIn } from "../ui/items.tsx";

/** Names are looked up among the first records of the latest collection; others go by their keys. */
const LOOKED_UP = 200;
/** Fields that name a thing, the best first. */
const NAMING = ["title", "name", "headline", "sku", "url"];

type Item = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The records without what names them, which stands beside. */
export const withoutName = (item: Item): Item => {
  const naming = NAMING.find((field) => isText(item[field]));
  return Object.fromEntries(Object.entries(item).filter(([field]) => field !== naming));
};

/** What people call a record. */
export const nameOfItem = (item: Item): string | undefined =>
  NAMING.map((field) => item[field]).find(isText) ?? Object.values(item).find(isText);

const useLatestRecords = (flowId: string): Readonly<Record<string, Item>> | undefined =>
  useRecord(["flows", flowId, "names"], async (client) => {
    const { data: records } = await client.listFlowRecords(flowId, { limit: LOOKED_UP });
    return Object.fromEntries(records.map(({ key, record }) => [key, record]));
  }).data;

/** Returns the name of a monitor's record by its key. */
export const useRecordNames = (flowId: string): ((key: string) => string) => {
  const records = useLatestRecords(flowId);
  return (key) => nameOfItem(records?.[key] ?? {}) ?? key;
};

/** The currency of a monitor's record, if the record has one. */
export const useRecordCurrency = (flowId: string, key: string): string | null =>
  currencyIn(useLatestRecords(flowId)?.[key] ?? {});
