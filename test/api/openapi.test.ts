import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { GROUPS } from "../../client/generated.ts";
import { GUIDES, GUIDES_PATH } from "../../src/contract/guides.ts";
import { apiAs } from "../helpers/api.ts";

const FILE = new URL("../../docs/openapi.json", import.meta.url);

describe("the documentation the service serves", () => {
  it("includes docs/openapi.json at /openapi.json, without a key", async () => {
    const { status, headers, body } = await apiAs(null).get("/openapi.json");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual(JSON.parse(await readFile(FILE, "utf8")));
  });

  it("includes a page at /docs that names every operation, loads nothing and runs only its own search script", async () => {
    const { status, headers, body } = await apiAs(null).get("/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    // The search is a script of its own, by its hash; nothing may be loaded, and no address reached.
    expect(headers.get("content-security-policy")).toMatch(/; script-src 'sha256-[^' ]+';/);
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe|https?:|connect-src/);
    const { paths } = JSON.parse(await readFile(FILE, "utf8")) as {
      paths: Record<string, Record<string, object>>;
    };
    expect(Object.keys(paths).length).toBeGreaterThan(80);
    for (const methods of Object.values(paths))
      for (const { operationId } of Object.values(methods) as { operationId: string }[])
        expect(body).toContain(`id="${operationId}"`);
    expect(body).not.toMatch(/<script[^>]|<link|<img|src=/);
    expect(body.match(/<script>/g)).toHaveLength(1);
  });

  it("names each method of the client as its examples call it, not by a deprecated name", async () => {
    const { body } = await apiAs(null).get("/docs");
    const named = Object.entries(GROUPS).flatMap(([group, methods]) =>
      Object.entries(methods).map(([name, operationId]) => ({ method: `${group}.${name}`, operationId })),
    );
    expect(named.length).toBeGreaterThan(60);
    for (const { method, operationId } of named) {
      expect(body).toContain(`<code>client.${method}(…)</code>`);
      expect(body).not.toContain(`client.${operationId}(`);
    }
  });

  it("links to the guides, which are published with the dashboard", async () => {
    const { body } = await apiAs(null).get("/docs");
    const names = Object.values(GUIDES).flatMap((group) => Object.keys(group));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(body).toContain(`href="/dashboard${GUIDES_PATH}/${name}.html"`);
  });
});
