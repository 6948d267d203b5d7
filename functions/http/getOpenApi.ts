import { getOpenApi } from "../../src/domain/apiDocs.ts";
import { serveText } from "../../src/runtime/http/serveText.ts";

export const handler = serveText("getOpenApi", getOpenApi);
