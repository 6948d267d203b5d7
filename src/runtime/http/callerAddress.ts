import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { CDN_HEADER } from "../../contract/people/people.ts";
import { readEnv } from "../env.ts";

/**
 * The caller's IP address. For a request that came through the CDN, the gateway sees the CDN; the address before it in
 * X-Forwarded-For is the one that the CDN saw. Anybody can send that header, so it counts only with the CDN's token.
 */
export const callerAddress = (
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, "headers" | "requestContext">,
  readToken: () => string | undefined = () => readEnv().CDN_TOKEN,
): string => {
  const seen = requestContext.http.sourceIp;
  const presented = headers[CDN_HEADER];
  if (presented === undefined || presented !== readToken()) return seen;
  const hops = (headers["x-forwarded-for"] ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-2) || seen;
};
