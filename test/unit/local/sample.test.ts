import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { openSample } from "../../../local/sample.ts";
import { createShutdown } from "../../../local/shutdown.ts";

const shutdown = createShutdown();
afterEach(() => shutdown.run());

const open = async (options: Parameters<typeof openSample>[0]) => {
  const lines: string[] = [];
  return { ...(await openSample(options, shutdown, (line) => lines.push(line))), lines };
};

describe("the sample shop", () => {
  it("starts with the service, becomes an allowed private target, and stops with it", async () => {
    const { url, allowPrivate, lines } = await open({ samplePort: 0, allowPrivate: ["127.0.0.1:81"] });
    const shop = url ?? "";
    expect(await (await fetch(shop)).text()).toContain("product-card");
    expect(allowPrivate).toEqual(["127.0.0.1:81", new URL(shop).host]);
    expect(lines).toEqual([]);
    await shutdown.run();
    await expect(fetch(shop)).rejects.toThrow();
  });

  it("is not started or allowed if its port is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const { port } = other.address() as AddressInfo;
    const { url, allowPrivate, lines } = await open({ samplePort: port, allowPrivate: [] });
    other.close();
    expect([url, allowPrivate]).toEqual([null, []]);
    expect(lines).toEqual([expect.stringContaining(`port ${port} is in use`)]);
  });

  it("can be one that is already running and allowed", async () => {
    const allowPrivate = ["127.0.0.1:4600"];
    expect(await open({ samplePort: undefined, allowPrivate })).toEqual({
      url: "http://127.0.0.1:4600/catalogue",
      allowPrivate,
      lines: [],
    });
    expect(await open({ samplePort: undefined, allowPrivate: [] })).toMatchObject({ url: null });
  });
});
