/** The generated part of the client: the document's schemas as types, its operations as methods and routes. */

import type { Endpoint, OperationObject } from "./endpoint.ts";
import { renderGroups } from "./groups.ts";
import { isForPrograms, methodOf, routeOf } from "./methods.ts";
import { declarationOf, type JsonSchema } from "./types.ts";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const HEAD = `/** Generated from docs/openapi.json by \`npm run openapi\`: do not edit. */
import type { CallOptions } from "./calls.ts";
import type { PageRequest } from "./pages.ts";
`;

/** Text of client/generated.ts for an OpenAPI document, before it is formatted. */
export const generateClient = (openApi: unknown): string => {
  const { paths, components } = openApi as Document;
  const endpoints = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Endpoint => ({ method, path, operation })),
    )
    .filter(isForPrograms);
  const declarations = Object.entries(components.schemas).map(([name, schema]) =>
    declarationOf(name, schema),
  );
  return [
    HEAD,
    ...declarations,
    `/** One method for each operation of the API, by its operationId. */\nexport interface Operations {\n${endpoints.map(methodOf).join("\n\n")}\n}`,
    renderGroups(endpoints),
    `export const ROUTES = {\n${endpoints.map(routeOf).join("\n")}\n} as const;`,
    "",
  ].join("\n\n");
};
