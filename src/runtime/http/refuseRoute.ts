import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { DomainError } from "../../contract/errors.ts";
import { operationEntries } from "../../contract/operations.ts";
import { errorReply } from "./reply.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

const ROUTES = operationEntries().map(([, { method, path }]) => ({ method, path, pattern: pattern(path) }));

/** Routes of the path itself, else those whose parameters can take it: `/runs/trigger` is no run's id. */
const routesOf = (path: string) => {
  const literal = ROUTES.filter((route) => route.path === path);
  return literal.length > 0 ? literal : ROUTES.filter((route) => route.pattern.test(path));
};

const failure = (method: string, path: string): DomainError => {
  const allowed = routesOf(path).map((route) => route.method);
  if (allowed.length === 0) return new DomainError("not-found", `There is no ${path}.`);
  const allow = allowed.join(", ");
  return new DomainError("method-not-allowed", `${path} does not take ${method}, but ${allow}.`, {
    headers: { allow },
  });
};

/** Behind the gateway's default route: everything that no operation's route takes, in our error body. */
export const refuseRoute =
  () =>
  async ({ requestContext, rawPath }: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const { requestId, http } = requestContext;
    const reply = errorReply(failure(http.method, rawPath.slice(0, 200)), requestId);
    return { ...reply, headers: { ...reply.headers, "x-request-id": requestId } };
  };
