import type { Item } from "../../../client/index.ts";
import { StartFailure } from "../../failure.ts";
import { watchRun } from "../run.ts";
import { expectCompleted, type Scene } from "./chapter.ts";

const PAGES = 24;
/** How many pages are used to find the values. */
const COMPARED = 4;
const FIELDS = ["title", "price", "sku"] as const;

interface ByExample {
  readonly pages: number;
  /** Values that match the list's, and all values. */
  readonly right: number;
  readonly values: number;
}

const urlOf = (item: Item | undefined): string => String(item?.url ?? "");

/**
 * Uses one product of the list as the example; the flow made from it reads the other products' pages.
 *
 * @param catalogueRunId the run that collected the list, with which each page's values are compared
 */
export const showExample = async ({ client, voice }: Scene, catalogueRunId: string): Promise<ByExample> => {
  voice.say(`\n${voice.bold("Making a flow for product pages from one example")}`);
  const { data: items } = await client.listRunItems(catalogueRunId, { limit: PAGES + 1 });
  const [shown, ...others] = items;
  const example = Object.fromEntries(FIELDS.map((field) => [field, String(shown?.[field] ?? "")]));
  const flow = await client.generateFlow({
    url: urlOf(shown),
    urls: others.slice(0, COMPARED).map(urlOf),
    examples: [example],
  });
  voice.say(`${voice.dim("POST /generate")} ${JSON.stringify(example)}`);
  for (const { field, found, confidence } of flow.preview?.fields ?? [])
    voice.say(`  ${field}: ${found} (${confidence})`);

  const { id: flowId } = await client.createFlow({ ...flow, name: "Demo shop, product pages" });
  const { id: runId } = await client.createRun({ flowId, urls: others.map(urlOf) });
  const run = expectCompleted(await watchRun(client, runId, voice));
  const { data: read } = await client.listRunItems(run.id, { limit: PAGES });
  const bySku = new Map(read.map((item) => [String(item.sku), item]));
  const right = others
    .map((wanted) =>
      FIELDS.filter(
        (field) => String(bySku.get(String(wanted.sku))?.[field] ?? "") === String(wanted[field]),
      ),
    )
    .reduce((sum, { length }) => sum + length, 0);
  const values = others.length * FIELDS.length;
  voice.say(`${right} of ${values} values on ${others.length} other pages match the list.`);
  if (right < values)
    throw new StartFailure("The demo failed: a flow made from an example misread pages of the shop.");
  return { pages: others.length, right, values };
};
