import { getDocs } from "../../src/domain/apiDocs.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getDocs", getDocs);
