/** The API reference: docs/openapi.json as JSON, and as a page for people. */
import openApi from "../../../docs/openapi.json" with { type: "json" };
import type { TextAnswer } from "../../contract/common.ts";
import { GUIDES_PATH } from "../../contract/guides.ts";
import { type ApiDocument, PAGE_POLICY, renderPage } from "./page.ts";

/** The text only changes with a deployment. */
const CACHED = { "cache-control": "public, max-age=300" };

export const getOpenApi = (): TextAnswer => ({
  text: JSON.stringify(openApi),
  headers: CACHED,
});

let page: string | undefined;

/** @param dashboardUrl URL of the dashboard, beside which the guides are published */
export const getDocs = (dashboardUrl: string): TextAnswer => {
  page ??= renderPage(openApi as unknown as ApiDocument, `${dashboardUrl}${GUIDES_PATH}`);
  return { text: page, headers: { ...CACHED, "content-security-policy": PAGE_POLICY } };
};
