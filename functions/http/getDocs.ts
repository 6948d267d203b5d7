import { getDocs } from "../../src/domain/apiDocs.ts";
import { serveText } from "../../src/runtime/http/serveText.ts";

export const handler = serveText("getDocs", getDocs);
