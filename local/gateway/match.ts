import type { RouteSpec } from "../stack/routes.ts";

export interface RouteMatch {
  readonly route: RouteSpec;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Finds the route of a request by its raw path; undefined if none matches and there is no `$default`. */
export type MatchRoute = (method: string, rawPath: string) => RouteMatch | undefined;

interface Pattern {
  readonly route: RouteSpec;
  readonly method: string;
  readonly segments: readonly string[];
}

/** Lower ranks win, segment by segment: fixed text, then `{name}`, then `{name+}`. */
const rankOf = (segment: string): number => {
  if (!segment.startsWith("{")) return 0;
  return segment.endsWith("+}") ? 2 : 1;
};

const compare = (a: Pattern, b: Pattern): number => {
  for (const [index, segment] of a.segments.entries()) {
    const difference = rankOf(segment) - rankOf(b.segments[index] ?? "{+}");
    if (difference !== 0) return difference;
  }
  return Number(a.method === "ANY") - Number(b.method === "ANY");
};

/**
 * Matches as API Gateway does: the most specific path first, a method before `ANY`, `$default` last.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export const createMatcher = (routes: readonly RouteSpec[]): MatchRoute => {
  const patterns = routes
    .filter(({ key }) => key !== "$default")
    .map(toPattern)
    .sort(compare);
  const fallback = routes.find(({ key }) => key === "$default");
  return (method, rawPath) => {
    const segments = rawPath.split("/");
    for (const pattern of patterns) {
      if (pattern.method !== method && pattern.method !== "ANY") continue;
      const pathParameters = matchSegments(pattern.segments, segments);
      if (pathParameters) return { route: pattern.route, pathParameters };
    }
    return fallback && { route: fallback, pathParameters: {} };
  };
};

const toPattern = (route: RouteSpec): Pattern => {
  const [method = "", path = ""] = route.key.split(" ");
  return { route, method, segments: path.split("/") };
};

/** @throws URIError if a parameter is not valid percent-encoding */
const matchSegments = (
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index];
    if (given === undefined) return undefined;
    if (expected.endsWith("+}")) {
      parameters[expected.slice(1, -2)] = decodeURIComponent(segments.slice(index).join("/"));
      return parameters;
    }
    if (expected.startsWith("{")) {
      if (given === "") return undefined;
      parameters[expected.slice(1, -1)] = decodeURIComponent(given);
    } else if (expected !== given) return undefined;
  }
  return segments.length === pattern.length ? parameters : undefined;
};
