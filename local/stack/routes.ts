import { functionNameOf } from "./names.ts";
import type { Resource } from "./resources.ts";
import { asArray, asNumber, asObject, asText } from "./template.ts";

export interface RouteSpec {
  /** `GET /flows/{id}`, `ANY /path` or `$default`. */
  readonly key: string;
  readonly functionName: string;
}

/** CORS of an HTTP API, from its CorsConfiguration. */
export interface CorsSpec {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposedHeaders: readonly string[];
  readonly maxAgeSeconds: number | undefined;
  readonly credentials: boolean;
}

export interface ApiSpec {
  readonly routes: readonly RouteSpec[];
  readonly cors: CorsSpec | undefined;
}

/** Reads the HTTP API's routes, each with the function that its integration calls. */
export const readApi = (resources: readonly Resource[]): ApiSpec => {
  const integrations = new Map(
    resources
      .filter(({ type }) => type === "AWS::ApiGatewayV2::Integration")
      .map(({ name, properties }) => [name, asText(properties.IntegrationUri) ?? ""]),
  );
  const api = resources.find(({ type }) => type === "AWS::ApiGatewayV2::Api");
  return {
    routes: resources
      .filter(({ type }) => type === "AWS::ApiGatewayV2::Route")
      .map(({ properties }) => {
        const target = (asText(properties.Target) ?? "").replace("integrations/", "");
        return {
          key: asText(properties.RouteKey) ?? "",
          functionName: functionNameOf(integrations.get(target) ?? ""),
        };
      }),
    cors: api?.properties.CorsConfiguration === undefined ? undefined : toCors(api),
  };
};

const toCors = ({ properties }: Resource): CorsSpec => {
  const cors = asObject(properties.CorsConfiguration);
  const texts = (name: string): readonly string[] => asArray(cors[name]).map(String);
  return {
    origins: texts("AllowOrigins"),
    methods: texts("AllowMethods"),
    headers: texts("AllowHeaders"),
    exposedHeaders: texts("ExposeHeaders"),
    maxAgeSeconds: asNumber(cors.MaxAge),
    credentials: cors.AllowCredentials === true,
  };
};
