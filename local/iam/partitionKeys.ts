import type { Resource } from "../stack/resources.ts";
import { asArray, asObject, asText, type Json } from "../stack/template.ts";
import type { PartitionKeyOf } from "./calls/table.ts";

const partitionKeyIn = (schema: Json | undefined): string =>
  asArray(schema)
    .map(asObject)
    .flatMap(({ KeyType, AttributeName }) => (KeyType === "HASH" ? (asText(AttributeName) ?? []) : []))[0] ??
  "";

/** The partition keys of tables and their indexes in the stack. */
export const partitionKeysOf = (tables: readonly Pick<Resource, "name" | "properties">[]): PartitionKeyOf => {
  const keys = new Map(
    tables.flatMap(({ name, properties }) => [
      [name, partitionKeyIn(properties.KeySchema)] as const,
      ...asArray(properties.GlobalSecondaryIndexes)
        .map(asObject)
        .map(
          ({ IndexName, KeySchema }) => [`${name}/${asText(IndexName)}`, partitionKeyIn(KeySchema)] as const,
        ),
    ]),
  );
  return (table, index) => keys.get(index === undefined ? table : `${table}/${index}`) ?? "";
};
