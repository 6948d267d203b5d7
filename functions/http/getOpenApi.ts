import { getOpenApi } from "../../src/domain/apiDocs.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getOpenApi", getOpenApi);
