import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { DomainError } from "../../contract/errors.ts";
import { operationEntries } from "../../contract/operations.ts";
import { required } from "../env.ts";
import { errorReply } from "./reply.ts";

type Reply = APIGatewayProxyStructuredResultV2;

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

const leadTo = (statusCode: 302 | 308, location: string): Reply => ({
  statusCode,
  headers: { location, "cache-control": "no-store", "x-content-type-options": "nosniff" },
  body: "",
});

/** Where a person, or a client with one slash too many, meant to go; null if that cannot be told. */
const redirect = ({ rawPath, rawQueryString, requestContext }: APIGatewayProxyEventV2): Reply | null => {
  if (rawPath === "/" && /^(?:GET|HEAD)$/.test(requestContext.http.method))
    return leadTo(302, required("DASHBOARD_URL"));
  const path = rawPath.replace(/\/+$/, "");
  // A path that some route takes begins with one slash: it can name no other host.
  if (path === rawPath || routesOf(path).length === 0) return null;
  return leadTo(308, path + (rawQueryString === "" ? "" : `?${rawQueryString}`));
};

/** Behind the gateway's default route: everything that no operation's route takes. */
export const answerUnrouted =
  () =>
  async (event: APIGatewayProxyEventV2): Promise<Reply> => {
    const { requestId, http } = event.requestContext;
    const reply = redirect(event) ?? errorReply(failure(http.method, event.rawPath.slice(0, 200)), requestId);
    return { ...reply, headers: { ...reply.headers, "x-request-id": requestId } };
  };
