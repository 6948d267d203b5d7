import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { DomainError } from "../../contract/errors.ts";
import { operationEntries } from "../../contract/operations.ts";
import { required } from "../env.ts";
import { errorReply } from "./reply.ts";

type Reply = APIGatewayProxyStructuredResultV2;

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

const ROUTES = operationEntries().map(([, { method, head, path }]) => ({
  methods: head ? [method, "HEAD"] : [method],
  path,
  pattern: pattern(path),
}));

/** Routes with this exact path, else those whose parameters match it: `trigger` in `/runs/trigger` is not an id. */
const routesOf = (path: string) => {
  const literal = ROUTES.filter((route) => route.path === path);
  return literal.length > 0 ? literal : ROUTES.filter((route) => route.pattern.test(path));
};

const failure = (method: string, path: string): DomainError => {
  const allowed = routesOf(path).flatMap(({ methods }) => methods);
  if (allowed.length === 0) return new DomainError("not-found", `There is no ${path}.`);
  const allow = allowed.join(", ");
  return new DomainError(
    "method-not-allowed",
    `${path} does not support ${method}. Use ${allowed.join(" or ")}.`,
    {
      headers: { allow },
    },
  );
};

const leadTo = (statusCode: 302 | 308, location: string): Reply => ({
  statusCode,
  headers: { location, "cache-control": "no-store", "x-content-type-options": "nosniff" },
  body: "",
});

/** Where a person, or a client with an extra slash, meant to go; null if that is unclear. */
const redirect = ({ rawPath, rawQueryString, requestContext }: APIGatewayProxyEventV2): Reply | null => {
  if (rawPath === "/" && /^(?:GET|HEAD)$/.test(requestContext.http.method))
    return leadTo(302, required("DASHBOARD_URL"));
  const query = rawQueryString === "" ? "" : `?${rawQueryString}`;
  // Firecrawl's client for Python drops the path of its base URL. It follows this with the same method, body and key.
  if (/^\/v2\/[^/]/.test(rawPath) && routesOf(`/firecrawl${rawPath}`).length > 0)
    return leadTo(308, `/firecrawl${rawPath}${query}`);
  const path = rawPath.replace(/\/+$/, "");
  // The path of a route starts with one slash, so it cannot name another host.
  if (path === rawPath || routesOf(path).length === 0) return null;
  return leadTo(308, path + query);
};

/** Handles the gateway's default route: every request that matches no operation. */
export const answerUnrouted =
  () =>
  async (event: APIGatewayProxyEventV2): Promise<Reply> => {
    const { requestId, http } = event.requestContext;
    const path = event.rawPath.slice(0, 200);
    const dialect = path.startsWith("/firecrawl/") ? "firecrawl" : undefined;
    const reply = redirect(event) ?? errorReply(failure(http.method, path), requestId, dialect);
    return { ...reply, headers: { ...reply.headers, "x-request-id": requestId } };
  };
