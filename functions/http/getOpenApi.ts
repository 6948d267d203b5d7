import * as operations from "../../src/contract/operations/health.ts";
import { getOpenApi } from "../../src/domain/docs/apiDocs.ts";
import { serveText } from "../../src/runtime/http/serveText.ts";

export const handler = serveText(operations.getOpenApi, getOpenApi);
