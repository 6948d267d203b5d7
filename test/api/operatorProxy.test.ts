import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type ForwardProxy, startForwardProxy } from "../../scripts/attack/forwardProxy.ts";
import { apiAs, endOfRun } from "../helpers/api.ts";
import { type EchoSite, startEchoSite } from "../helpers/echoSite.ts";
import { spawnRunner } from "../helpers/runnerProcess.ts";

const CREDENTIALS = { username: "ann", password: "s3cret-pass" };
/** Only the proxy knows this name: a run that opens it has resolved nothing here. */
const NAME = "only-there.test";

let site: EchoSite;
let via: ForwardProxy;
beforeAll(async () => {
  site = await startEchoSite((path) =>
    path === "/robots.txt"
      ? undefined
      : { body: '<p class="row"><b>Kettle</b></p><img src="/picture.png"><script src="/own.js"></script>' },
  );
  via = await startForwardProxy({ credentials: CREDENTIALS, names: { [NAME]: "127.0.0.1" } });
});
afterAll(async () => {
  await via.close();
  await site.stop();
});

/** A service whose operator has set a proxy. */
const serviceBehind = (scheme: string, dns: "here" | "proxy", port = () => via.port) => {
  const service: { runner?: ReturnType<typeof spawnRunner>; api?: ReturnType<typeof apiAs> } = {};
  beforeAll(async () => {
    const { username, password } = CREDENTIALS;
    const allowed = `127.0.0.1:${site.port},127.0.0.1:${port()}`;
    service.runner = spawnRunner(["--in-memory", "--table", "embedded", "--allow-private", allowed], {
      PROXY_URL: `${scheme}://${username}:${password}@127.0.0.1:${port()}`,
      PROXY_DNS: dns,
    });
    const started = await service.runner.started;
    service.api = apiAs(started.apiKey, { service: started });
  }, 180_000);
  afterAll(async () => {
    await service.runner?.end("SIGTERM");
  });
  beforeEach(() => {
    site.seen.length = 0;
  });
  const api = () => service.api as ReturnType<typeof apiAs>;
  const run = async (host: string, render: string) => {
    const { body } = await api().post("/flows", {
      name: "Rows",
      mode: "extract",
      url: `http://${host}:${site.port}/list`,
      render,
      steps: [{ type: "extract", selector: ".row", fields: ["name: b"] }],
    });
    return endOfRun(api(), (await api().post("/runs", { flowId: body.data.id })).body.data.id);
  };
  return { api, run };
};
const KETTLE = { status: "completed", outputPreview: [{ name: "Kettle" }] };

describe("the operator's proxy, by HTTP CONNECT, which resolves names", () => {
  const { api, run } = serviceBehind("http", "proxy");

  it.each(["static", "browser"])(
    "is asked for names, and none is resolved here (%s)",
    async (render) => {
      const before = via.asked.length;
      expect(await run(NAME, render)).toMatchObject(KETTLE);
      const asked = via.asked.slice(before);
      expect(new Set(asked)).toEqual(new Set([`${NAME}:${site.port}`]));
      expect(site.headersOf("/list")?.host).toBe(`${NAME}:${site.port}`);
    },
    180_000,
  );

  it("is never asked for a name that it does not know without saying so, nor for a private address", async () => {
    const before = via.asked.length;
    expect(await run("unknown.test", "static")).toMatchObject({
      status: "failed",
      error: { code: "target-failed" },
    });
    for (const url of ["http://10.0.0.7/", "http://localhost/", "http://[::1]/"])
      expect((await api().post("/extract", { url })).body.error).toMatchObject({ code: "target-refused" });
    expect(new Set(via.asked.slice(before))).toEqual(new Set([`unknown.test:${site.port}`]));
    expect(site.seen).toEqual([]);
  }, 180_000);

  it("carries webhooks too", async () => {
    const before = via.asked.length;
    const { body } = await api().post("/webhooks", {
      url: `http://127.0.0.1:${site.port}/hook`,
      events: ["run.completed"],
    });
    await api().post(`/webhooks/${body.data.id}/test`, {});
    expect(site.headersOf("/hook")).toBeDefined();
    expect(via.asked.slice(before)).toEqual([`127.0.0.1:${site.port}`]);
  }, 180_000);
});

describe("the operator's proxy, by SOCKS5, with names resolved here", () => {
  const { run } = serviceBehind("socks5", "here");

  it.each(["static", "browser"])(
    "is asked for the checked address only (%s)",
    async (render) => {
      const before = via.asked.length;
      expect(await run("127.0.0.1", render)).toMatchObject(KETTLE);
      expect(new Set(via.asked.slice(before))).toEqual(new Set([`127.0.0.1:${site.port}`]));
      const asked = via.asked.length;
      expect(await run(NAME, render)).toMatchObject({ error: { code: "target-refused" } });
      expect(via.asked.length).toBe(asked);
    },
    180_000,
  );
});

describe("the operator's proxy that is down", () => {
  let closed = 0;
  beforeAll(async () => {
    const gone = await startForwardProxy();
    closed = gone.port;
    await gone.close();
  });
  const { run } = serviceBehind("http", "here", () => closed);

  it.each(["static", "browser"])(
    "fails runs as such, and the site sees no connection (%s)",
    async (render) => {
      const done = await run("127.0.0.1", render);
      expect(done).toMatchObject({ status: "failed", error: { code: "egress-failed" } });
      expect(JSON.stringify(done)).not.toContain(CREDENTIALS.password);
      expect(site.seen).toEqual([]);
    },
    180_000,
  );
});
