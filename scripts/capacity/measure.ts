/** Calls the functions of read operations as the gateway does, and reads the units they consumed. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import * as z from "zod";
import type { Operation } from "../../src/contract/operation.ts";
import { type OperationName, operationEntries } from "../../src/contract/operations.ts";
import { meter } from "../../src/runtime/meter.ts";
import type { SeededAccount } from "./seed.ts";

export interface Units {
  readonly read: number;
  readonly write: number;
}

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** One request of a read operation. */
export interface Probe {
  readonly name: OperationName;
  readonly row: Operation;
  readonly query: Readonly<Record<string, string>>;
}

/** Small enough that 100 runs fill a page with any filter. */
const PAGE = "5";

const FILTERS: Partial<Record<OperationName, readonly (readonly string[])[]>> = {
  listRuns: [[], ["flowId"], ["status"], ["flowId", "status"]],
};

interface Parameter {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
}

/** A value for each required parameter, from its schema. */
const requiredQuery = ({ query }: Operation): Record<string, string> => {
  if (!query) return {};
  const schema = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  return Object.fromEntries(
    (schema.required ?? []).map((name) => {
      const parameter = schema.properties?.[name] as Parameter;
      const value = parameter.examples?.[0] ?? parameter.enum?.[0];
      if (value === undefined) throw new Error(`no value is known for the parameter ${name}`);
      return [name, String(value)];
    }),
  );
};

/** Every authenticated read operation, and every combination of filters of the list of runs. */
export const probes = (): Probe[] =>
  operationEntries()
    .filter(([, { method, scope }]) => method === "GET" && scope !== null)
    .flatMap(([name, row]) =>
      (FILTERS[name] ?? [[]]).map((filters) => ({
        name,
        row,
        query: {
          ...requiredQuery(row),
          ...(row.query && "limit" in row.query.shape && { limit: PAGE }),
          ...Object.fromEntries(
            filters.map((filter) => [filter, filter === "status" ? "completed" : "flow"]),
          ),
        },
      })),
    );

export const titleOf = ({ name, row, query }: Probe): string => {
  const given = ["limit", ...Object.keys(requiredQuery(row))];
  const filters = Object.keys(query).filter((key) => !given.includes(key));
  return filters.length === 0 ? name : `${name} by ${filters.join(", ")}`;
};

const eventFor = (
  { row, query }: Probe,
  { apiKey, flowId, runId }: SeededAccount,
): APIGatewayProxyEventV2 => {
  const id = row.path.startsWith("/flows") ? flowId : row.path.startsWith("/runs") ? runId : "none-0";
  const http = {
    method: row.method,
    path: row.path,
    protocol: "HTTP/1.1",
    sourceIp: "127.0.0.1",
    userAgent: "",
  };
  const event: Partial<APIGatewayProxyEventV2> = {
    headers: { "x-api-key": apiKey },
    rawPath: row.path,
    queryStringParameters: { ...query, ...(query.flowId !== undefined && { flowId }) },
    pathParameters: Object.fromEntries(Object.keys(row.params?.shape ?? {}).map((name) => [name, id])),
    requestContext: { http, requestId: "capacity" } as APIGatewayProxyEventV2["requestContext"],
  };
  return event as APIGatewayProxyEventV2;
};

const CONTEXT = { getRemainingTimeInMillis: () => 30_000 } as Context;

/** Sends one request to its function. */
export const call = async (probe: Probe, account: SeededAccount): Promise<void> => {
  const { handler } = (await import(`../../functions/http/${probe.name}.ts`)) as { handler: Handler };
  const { statusCode = 0, body } = await handler(eventFor(probe, account), CONTEXT);
  if (statusCode >= 400 && statusCode !== 404)
    throw new Error(`${probe.name} answered ${statusCode}: ${body}`);
};

/** Units of one request, including authentication. */
export const measure = async (probe: Probe, account: SeededAccount): Promise<Units> => {
  meter.start(0);
  await call(probe, account);
  const { tableReadUnits, tableWriteUnits } = meter.take(0, 0);
  return { read: tableReadUnits, write: tableWriteUnits };
};
