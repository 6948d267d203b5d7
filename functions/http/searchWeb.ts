import * as operations from "../../src/contract/operations/extraction.ts";
import { searchWeb } from "../../src/domain/search/search.ts";
import { withModel } from "../../src/runtime/deps/engine/model.ts";
import { withPages } from "../../src/runtime/deps/pages/pages.ts";
import { withSearch } from "../../src/runtime/deps/search.ts";
import { withUsage } from "../../src/runtime/deps/usage.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.searchWeb,
  ({ body, caller, deps }) => searchWeb(deps, caller, body),
  () => ({ ...withSearch(), ...withPages(), ...withModel(), ...withUsage() }),
);
