import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type ForwardProxy, startForwardProxy } from "../../scripts/attack/forwardProxy.ts";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type EchoSite, startEchoSite } from "../helpers/echoSite.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";

const CREDENTIALS = { username: "ann", password: "s3cret-pass" };

let site: EchoSite;
let via: ForwardProxy;
let api: Api;
beforeAll(async () => {
  site = await startEchoSite((path) =>
    path === "/robots.txt" ? undefined : { body: '<p class="row"><b>Kettle</b></p>' },
  );
  via = await listenOnReserved((port) => startForwardProxy({ port, credentials: CREDENTIALS }));
  api = await newAccount();
});
afterAll(async () => {
  await via.close();
  await site.stop();
});
afterEach(() => {
  site.seen.length = 0;
});

const run = async (address: string | null, over: object = {}) => {
  const flow = {
    name: "Rows",
    mode: "extract",
    url: `${site.url}/list`,
    render: "static",
    proxy: "{{secret.proxy}}",
    steps: [{ type: "extract", selector: ".row", fields: ["name: b"] }],
    ...over,
  };
  const created = await api.post("/flows", flow);
  expect(created).toMatchObject({ status: 201 });
  const flowId: string = created.body.data.id;
  if (address !== null) await api.put(`/flows/${flowId}/secrets/proxy`, { value: address });
  return endOfRun(api, (await api.post("/runs", { flowId })).body.data.id);
};
const atProxy = (scheme: string, password = CREDENTIALS.password) =>
  `${scheme}://${CREDENTIALS.username}:${password}@127.0.0.1:${via.port}`;

describe("a flow's own proxy", () => {
  it.each([
    ["http", "static"],
    ["socks5", "static"],
    ["http", "browser"],
    ["socks5", "browser"],
  ])("carries every connection by %s (%s), and stays secret", async (scheme, render) => {
    const before = via.asked.length;
    const done = await run(atProxy(scheme), { render });
    expect(done).toMatchObject({ status: "completed", outputPreview: [{ name: "Kettle" }] });
    const asked = via.asked.slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked)).toEqual(new Set([`127.0.0.1:${site.port}`]));
    expect(JSON.stringify(done)).not.toContain(CREDENTIALS.password);
  });

  it.each(["static", "browser"])(
    "ends the run (%s) if it rejects the credentials, and the site sees nothing",
    async (render) => {
      const done = await run(atProxy("http", "wrong-pass"), { render });
      expect(done).toMatchObject({ status: "failed", error: { code: "egress-failed", retryable: false } });
      expect(JSON.stringify(done)).not.toContain("wrong-pass");
      expect(site.seen).toEqual([]);
    },
  );

  it.each([
    ["is missing", null, "secret-missing"],
    ["is not an address", "hunter2-hunter2", "secret-refused"],
    ["is of another scheme", "socks4://127.0.0.1:1", "secret-refused"],
    ["is private", "http://10.0.0.7:3128", "egress-failed"],
  ])("opens no connection if it %s", async (_, address, code) => {
    const done = await run(address);
    expect(done).toMatchObject({ status: "failed", error: { code } });
    if (address !== null) expect(JSON.stringify(done)).not.toContain(address);
    expect(site.seen).toEqual([]);
  });

  it("is configured through a secret, never written into the flow", async () => {
    const flow = { name: "A", mode: "extract", url: site.url, proxy: atProxy("http") };
    expect(await api.post("/flows", flow)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: "proxy" }] } },
    });
  });
});
