import { extract } from "../../src/domain/extract/extract.ts";
import { withPages } from "../../src/runtime/deps/pages.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("extract", ({ body, query, deps }) => extract(deps, body, query), withPages);
