import { extract } from "../../src/domain/extract/extract.ts";
import { withModel } from "../../src/runtime/deps/model.ts";
import { withPages } from "../../src/runtime/deps/pages.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "extract",
  ({ body, query, caller, deps }) => extract(deps, caller, body, query),
  () => ({ ...withPages(), ...withModel() }),
);
