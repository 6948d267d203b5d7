/** Translates conditions and updates, which are plain data, to DynamoDB expressions. */
import type { Condition, Test, Update } from "../table.ts";

/** Assigns placeholders for the names and values of one set of expressions. */
export class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values: unknown[] = [];

  name(attribute: string): string {
    const known = this.#names.get(attribute);
    if (known) return known;
    const placeholder = `#n${this.#names.size}`;
    this.#names.set(attribute, placeholder);
    return placeholder;
  }

  value(value: unknown): string {
    this.#values.push(value);
    return `:v${this.#values.length - 1}`;
  }

  /** The expression attributes of a request. DynamoDB rejects empty ones, so they are left out. */
  used(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, unknown>;
  } {
    const names = Object.fromEntries([...this.#names].map(([attribute, place]) => [place, attribute]));
    const values = Object.fromEntries(this.#values.map((value, i) => [`:v${i}`, value]));
    return {
      ...(this.#names.size > 0 && { ExpressionAttributeNames: names }),
      ...(this.#values.length > 0 && { ExpressionAttributeValues: values }),
    };
  }
}

const COMPARATORS = { eq: "=", ne: "<>", lt: "<", lte: "<=", gte: ">=" } as const;

const testExpression = (attribute: string, test: Test, places: Placeholders): string => {
  const name = places.name(attribute);
  if ("exists" in test) return `attribute_${test.exists ? "exists" : "not_exists"}(${name})`;
  const [operator, value] = Object.entries(test)[0] as [keyof typeof COMPARATORS, unknown];
  return `${name} ${COMPARATORS[operator]} ${places.value(value)}`;
};

export const conditionExpression = (condition: Condition, places: Placeholders): string =>
  Object.entries(condition)
    .map(([attribute, test]) => testExpression(attribute, test, places))
    .join(" AND ");

export const updateExpression = (
  { set = {}, add = {}, remove = [] }: Pick<Update, "set" | "add" | "remove">,
  places: Placeholders,
): string => {
  const sets = Object.entries(set).map(([name, value]) => `${places.name(name)} = ${places.value(value)}`);
  const adds = Object.entries(add)
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => `${places.name(name)} ${places.value(amount)}`);
  const removes = remove.map((name) => places.name(name));
  return [
    sets.length > 0 ? `SET ${sets.join(", ")}` : "",
    adds.length > 0 ? `ADD ${adds.join(", ")}` : "",
    removes.length > 0 ? `REMOVE ${removes.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(" ");
};
