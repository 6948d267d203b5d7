import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DEMO_LOGIN } from "../../../local/demo-site/areas/account.ts";
import { PRODUCTS } from "../../../local/demo-site/catalogue.ts";
import { type DemoSite, startDemoSite } from "../../../local/demo-site/site.ts";

let shop: DemoSite;
beforeAll(async () => {
  shop = await startDemoSite();
});
afterAll(() => shop.stop());

const textOf = async (path: string): Promise<string> => (await fetch(`${shop.url}${path}`)).text();
const signIn = (password: string) =>
  fetch(`${shop.url}/login`, {
    method: "POST",
    body: new URLSearchParams({ ...DEMO_LOGIN, password }),
    redirect: "manual",
  });

describe("the sample shop", () => {
  it("says that its prices change, and lists what to try", async () => {
    const home = await textOf("/");
    for (const path of ["/account/orders", "/manual", "/manual/price-list.pdf", "/redesign"])
      expect(home).toContain(`"${path}"`);
    expect(await textOf("/catalogue")).toContain("Its prices change by themselves");
  });

  it("is redesigned at the push of a button, and reset by another", async () => {
    const before = await textOf("/category/kitchen");
    await fetch(`${shop.url}/redesign`, { method: "POST" });
    const redesigned = await textOf("/category/kitchen");
    expect(redesigned).not.toContain("product-card");
    for (const [name] of before.matchAll(/title="[^"]+"/g)) expect(redesigned).toContain(name);
    await fetch(`${shop.url}/redesign`, { method: "POST" });
    expect(await textOf("/category/kitchen")).toBe(before);
  });

  it("has a manual with linked chapters", async () => {
    const seen: string[] = [];
    for (let path = "/manual/first-use"; path !== ""; ) {
      const chapter = await textOf(path);
      seen.push(path);
      path = /class="next"><a href="([^"]+)"/.exec(chapter)?.[1] ?? "";
    }
    expect(seen).toHaveLength(7);
  });

  it("has a PDF price list", async () => {
    const response = await fetch(`${shop.url}/manual/price-list.pdf`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(Buffer.from(await response.arrayBuffer()).toString("latin1")).toMatch(
      new RegExp(`^%PDF-1\\.4[\\s\\S]*\\(${PRODUCTS[0]?.sku}\\)[\\s\\S]*%%EOF\\n$`),
    );
  });

  it("ends sessions, and locks its account after five sign-ins in a minute", async () => {
    const cookie = (await signIn(DEMO_LOGIN.password)).headers.get("set-cookie") ?? "";
    const orders = () =>
      fetch(`${shop.url}/account/orders`, {
        headers: { cookie: cookie.split(";")[0] ?? "" },
        redirect: "manual",
      });
    expect((await orders()).status).toBe(200);
    shop.expireSessions();
    expect((await orders()).headers.get("location")).toBe("/login?back=/account/orders");
    for (let n = 0; n < 4; n += 1) expect((await signIn("wrong")).status).toBe(401);
    expect((await signIn(DEMO_LOGIN.password)).status).toBe(423);
    expect(shop.signIns()).toEqual({ succeeded: 1, failed: 4, locked: 1 });
  });
});
