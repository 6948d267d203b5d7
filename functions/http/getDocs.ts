import * as operations from "../../src/contract/operations/health.ts";
import { getDocs } from "../../src/domain/docs/apiDocs.ts";
import { required } from "../../src/runtime/env.ts";
import { serveText } from "../../src/runtime/http/serveText.ts";

export const handler = serveText(operations.getDocs, () => getDocs(required("DASHBOARD_URL")));
