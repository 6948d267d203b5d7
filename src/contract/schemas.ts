/** The contract's zod schemas as JSON Schema 2020-12, with shared schemas as named components. */
import * as z from "zod";
import * as account from "./account/account.ts";
import * as alerts from "./account/alerts.ts";
import * as analytics from "./account/analytics.ts";
import * as billing from "./account/billing.ts";
import * as journal from "./account/journal.ts";
import * as keys from "./account/keys.ts";
import * as scopes from "./account/scopes.ts";
import * as tickets from "./account/tickets.ts";
import * as destinations from "./deliveries/destinations.ts";
import * as destinationTargets from "./deliveries/destinationTargets.ts";
import * as events from "./deliveries/events.ts";
import * as exports from "./deliveries/exports.ts";
import * as quietHours from "./deliveries/quietHours.ts";
import * as webhookFormats from "./deliveries/webhookFormats.ts";
import * as webhooks from "./deliveries/webhooks.ts";
import * as extract from "./extraction/extract.ts";
import * as generate from "./extraction/generate.ts";
import * as inspections from "./extraction/inspections.ts";
import * as map from "./extraction/map.ts";
import * as screenshots from "./extraction/screenshots.ts";
import * as search from "./extraction/search.ts";
import * as outputSchema from "./fields/outputSchema.ts";
import * as flowDefinition from "./flows/flowDefinition.ts";
import * as flowStatus from "./flows/flowStatus.ts";
import * as flows from "./flows/flows.ts";
import * as imports from "./flows/imports.ts";
import * as inputs from "./flows/inputs.ts";
import * as schedule from "./flows/schedule.ts";
import * as secrets from "./flows/secrets.ts";
import * as sessions from "./flows/sessions.ts";
import * as uploads from "./flows/uploads.ts";
import * as health from "./health.ts";
import type { Operation } from "./operation.ts";
import * as people from "./people/people.ts";
import * as roles from "./people/roles.ts";
import * as permissions from "./permissions.ts";
import * as links from "./runs/links.ts";
import * as previews from "./runs/previews.ts";
import * as runPages from "./runs/runPages.ts";
import * as runs from "./runs/runs.ts";
import * as steps from "./steps/steps.ts";

export type Json = Record<string, unknown>;
type Direction = "input" | "output";

/** Every schema that these modules export is a component with the name of the export. */
const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  flowDefinition,
  flowStatus,
  flows,
  inputs,
  secrets,
  outputSchema,
  schedule,
  steps,
  runs,
  runPages,
  previews,
  links,
  keys,
  scopes,
  roles,
  account,
  people,
  alerts,
  analytics,
  journal,
  tickets,
  uploads,
  billing,
  screenshots,
  extract,
  generate,
  imports,
  inspections,
  map,
  search,
  health,
  events,
  webhookFormats,
  webhooks,
  destinations,
  destinationTargets,
  exports,
  quietHours,
  sessions,
  permissions,
];

const REF = "#/components/schemas/";

const pascal = (text: string): string =>
  text.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

type Kind = z.ZodObject<{ readonly type: z.ZodLiteral<string> } & z.core.$ZodLooseShape>;

/** Kinds that are not exported one by one are named after their type: `ExtractStep`, `FollowStep`, `S3Target` … */
const kindSchemas = (): [string, z.ZodType][] => {
  const named = (options: readonly Kind[], ending: string): [string, z.ZodType][] =>
    options.map((option) => [`${pascal(option.shape.type.value)}${ending}`, option]);
  return [
    ...named(steps.Step.options, "Step"),
    ...named(destinationTargets.DestinationTarget.options, "Target"),
    ...named(destinationTargets.ShownTarget.options, "ShownTarget"),
  ];
};

const namedSchemas = (): [string, z.ZodType][] => {
  const exported = MODULES.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType),
  );
  return [
    ...exported.filter(([name]) => /^[A-Z]/.test(name) && !/(?:Query|Params)$/.test(name)),
    ...kindSchemas(),
  ];
};

/** Removes redundant parts, such as patterns beside a format and the bounds of safe integers. */
const simplify = (direction: Direction, zodSchema: z.core.$ZodType, schema: Json): void => {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  const branches = (schema.oneOf ?? schema.anyOf) as Json[] | undefined;
  if (branches?.length === 1) {
    delete schema.oneOf;
    Object.assign(schema, branches[0]);
  }
  if (branches?.some((branch) => Object.keys(branch).length === 0)) delete schema.anyOf;
  const { def } = zodSchema._zod;
  // zod omits the default of a preprocessed schema.
  if (def.type === "default") schema.default ??= (def as z.core.$ZodDefaultDef).defaultValue;
  // Answers may gain fields at any time, so only objects that are strict on purpose stay closed.
  const isOpen = def.type === "object" && (def as z.core.$ZodObjectDef).catchall === undefined;
  if (direction === "output" && isOpen) delete schema.additionalProperties;
};

type Roots = readonly (readonly [string, z.ZodType])[];

const ROOT = "root ";

/** All components and roots of one direction; `rename` names a component whose other direction differs. */
const render = (direction: Direction, roots: Roots, rename: (name: string) => string) => {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of namedSchemas()) if (!registry.has(schema)) registry.add(schema, { id: name });
  // Wrapped, because a root may itself be a component, and a schema can have only one name.
  for (const [name, schema] of roots) registry.add(z.object({ schema }), { id: ROOT + name });
  const { schemas } = z.toJSONSchema(registry, {
    io: direction,
    unrepresentable: "any",
    uri: (id) => REF + rename(id),
    override: ({ zodSchema, jsonSchema }) => simplify(direction, zodSchema, jsonSchema as Json),
  });
  return new Map(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema as Json] as const),
  );
};

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Names of all components that a part of the document refers to, directly or through others. */
const reachable = (part: unknown, components: ReadonlyMap<string, Json>, seen: Set<string>): Set<string> => {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (seen.has(name)) continue;
    seen.add(name);
    reachable(components.get(name) ?? {}, components, seen);
  }
  return seen;
};

/** Renders both directions. If a component differs between them, the one in requests is `<Name>Input`. */
const renderBoth = (sent: Roots, received: Roots) => {
  const output = render("output", received, (name) => name);
  const shown = reachable(
    [...output].filter(([name]) => name.startsWith(ROOT)),
    output,
    new Set(),
  );
  const differing = new Set<string>();
  for (;;) {
    const rename = (name: string) => (differing.has(name) ? `${name}Input` : name);
    const input = render("input", sent, rename);
    const found = [...input].filter(
      ([name, schema]) => shown.has(name) && !differing.has(name) && !sameText(schema, output.get(name)),
    );
    if (found.length === 0) return { input, output, rename };
    // The next pass finds components that differ because they refer to one of these.
    for (const [name] of found) differing.add(name);
  }
};

/** The schemas of an operation; `body` and `answer` usually refer to a component. */
export interface OperationSchemas {
  readonly params?: Json;
  readonly query?: Json;
  readonly body?: Json;
  readonly answer?: Json;
}

/** JSON Schemas of every operation, and the components that they use, sorted by name. */
export const describeSchemas = (
  operations: readonly (readonly [string, Operation])[],
): { of: (operation: string) => OperationSchemas; components: Json } => {
  const sent = operations.flatMap(([name, row]) =>
    (["params", "query", "body"] as const).flatMap((part) => {
      const schema = row[part];
      return schema ? [[`${name} ${part}`, schema] as const] : [];
    }),
  );
  const received = operations.flatMap(([name, { success }]) => {
    const schema =
      "data" in success ? success.data : "list" in success ? success.list : "bare" in success && success.bare;
    return schema ? [[`${name} answer`, schema] as const] : [];
  });
  const { input, output, rename } = renderBoth(sent, received);
  const rootOf = (from: typeof input, name: string): Json | undefined =>
    (from.get(ROOT + name)?.properties as { schema: Json } | undefined)?.schema;
  const of = (name: string): OperationSchemas => {
    const [params, query, body] = ["params", "query", "body"].map((part) => rootOf(input, `${name} ${part}`));
    const answer = rootOf(output, `${name} answer`);
    return {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body }),
      ...(answer && { answer }),
    };
  };
  const all = new Map([...output, ...[...input].map(([name, schema]) => [rename(name), schema] as const)]);
  const used = reachable(
    operations.map(([name]) => of(name)),
    all,
    new Set(),
  );
  return { of, components: Object.fromEntries([...used].sort().map((name) => [name, all.get(name)])) };
};
