/** The service's own description: what docs/openapi.json says, for machines and for people. */
import openApi from "../../../docs/openapi.json" with { type: "json" };
import type { TextAnswer } from "../../contract/common.ts";
import { GUIDES_PATH } from "../../contract/guides.ts";
import { type ApiDocument, PAGE_POLICY, renderPage } from "./page.ts";

/** A new version is deployed with new functions; until then the text is the same. */
const CACHED = { "cache-control": "public, max-age=300" };

export const getOpenApi = (): TextAnswer => ({
  text: JSON.stringify(openApi),
  headers: CACHED,
});

let page: string | undefined;

/** @param dashboardUrl where the dashboard is, which has the guides */
export const getDocs = (dashboardUrl: string): TextAnswer => {
  page ??= renderPage(openApi as unknown as ApiDocument, `${dashboardUrl}${GUIDES_PATH}`);
  return { text: page, headers: { ...CACHED, "content-security-policy": PAGE_POLICY } };
};
