/** Methods and routes of the client from the operations of the OpenAPI document. */
import { placeOf } from "../../src/domain/docs/clientMethod.ts";
import type { Endpoint, OperationObject, Parameter } from "./endpoint.ts";
import { nameOfRef, typeOf } from "./types.ts";

/** Whether the response is JSON. HTML pages are for browsers; files, which can answer 304, are not parsed. */
export const isForPrograms = ({ operation: { responses } }: Endpoint): boolean =>
  responses[304] === undefined &&
  Object.values(responses).some(({ content }) => content?.["application/json"] !== undefined);

/** How a success response is unwrapped, and its type. */
const answerOf = ({ responses }: OperationObject): { kind: string; type: string } => {
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const schema = success?.[1].content?.["application/json"]?.schema;
  if (!schema) throw new Error("a method of the client needs an answer in JSON");
  const data = schema.properties?.data;
  if (data && schema.properties?.total)
    return { kind: "list", type: `PageRequest<${typeOf(data.items ?? {})}>` };
  if (data && Object.keys(schema.properties ?? {}).length === 1)
    return { kind: "data", type: `Promise<${typeOf(data)}>` };
  return { kind: "bare", type: `Promise<${typeOf(schema)}>` };
};

const queryType = (parameters: readonly Parameter[]): string => {
  const fields = parameters.map(({ name = "", schema = {}, required = false, description }) => {
    const text = description === undefined ? "" : `/** ${description} */\n`;
    return `${text}${name}${required ? "" : "?"}: ${typeOf(schema)}${required ? "" : " | undefined"};`;
  });
  return `{ ${fields.join("\n")} }`;
};

const argumentsOf = ({ parameters = [], requestBody }: OperationObject): string[] => {
  const placed = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const body = requestBody?.content["application/json"]?.schema;
  const query = placed("query");
  const takes = (header: string) =>
    parameters.some(({ $ref }) => $ref !== undefined && nameOfRef($ref) === header);
  return [
    ...placed("path").map(({ name }) => `${name}: string`),
    ...(body ? [`body: ${typeOf(body)}`] : []),
    ...(query.length > 0 ? [`query?: ${queryType(query)}`] : []),
    `options?: CallOptions${takes("IfMatch") ? " & { readonly ifMatch?: number }" : ""}${takes("Prefer") ? " & { readonly waitSeconds?: number }" : ""}`,
  ];
};

/** The method's signature, with the document's description. */
export const methodOf = (endpoint: Endpoint): string => {
  const { operation } = endpoint;
  const place = placeOf(endpoint);
  const deprecated = place && `@deprecated Use \`client.${place.group}.${place.name}\`.`;
  const text = [operation.summary, operation.description, deprecated].filter(Boolean).join("\n\n");
  const lines = text.split("\n").map((line) => ` * ${line}`.trimEnd());
  return `/**\n${lines.join("\n")}\n */\n${operation.operationId}(${argumentsOf(operation).join(", ")}): ${answerOf(operation).type};`;
};

/** What the client needs to know to send an operation. */
export const routeOf = ({ method, path, operation }: Endpoint): string => {
  const hasQuery = operation.parameters?.some((parameter) => parameter.in === "query") ?? false;
  const input = operation.requestBody ? "body" : hasQuery ? "query" : "none";
  const row = {
    method: method.toUpperCase(),
    path,
    input,
    ...(input === "body" && hasQuery && { hasQuery }),
    answer: answerOf(operation).kind,
  };
  return `${operation.operationId}: ${JSON.stringify(row)},`;
};
