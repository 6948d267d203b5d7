import { spawn } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket as NetSocket, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { hostilePage, serviceWorker } from "../../scripts/attack/hostilePage.ts";
import { type BrowserSettings, createBrowserSession } from "../../src/engine/browser/index.ts";
import { type Chromium, launchChromium } from "../../src/engine/browser/launch.ts";
import { browserSettings, collectIn, planOf } from "../helpers/browser.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const HOSTILE_PORT_NAME = "hostile.test";

let tcp: Server;
let udp: Socket;
let server: PageServer;
const sockets = new Set<NetSocket>();
let onMore = (): void => undefined;
let tcpHits = 0;
let udpHits = 0;
const portOf = (listener: { address(): unknown }) => (listener.address() as AddressInfo).port;

beforeAll(async () => {
  tcp = createServer((socket) => {
    tcpHits += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
  });
  await new Promise<void>((done) => tcp.listen(0, "127.0.0.1", done));
  udp = createSocket("udp4", () => {
    udpHits += 1;
  });
  await new Promise<void>((done) => udp.bind(0, "127.0.0.1", done));
  const target = `http://127.0.0.1:${portOf(tcp)}`;
  server = await startPageServer({
    "/hostile": {
      body: hostilePage({ tcpPort: portOf(tcp), udpPort: portOf(udp), moreHosts: ["rebind.test"] }),
    },
    "/sw.js": {
      headers: { "content-type": "text/javascript" },
      body: serviceWorker(portOf(tcp)),
    },
    "/refresh": { body: `<meta http-equiv="refresh" content="0;url=${target}/refresh"><p>x</p>` },
    "/redirect": { status: 302, headers: { location: `${target}/redirect` } },
    "/script": { body: `<script>location = "${target}/script"</script>` },
    "/list": { body: '<ul><li><b>one</b></li></ul><a rel="next" href="/more">next</a>' },
    "/more": () => {
      onMore();
      return { body: "<ul><li><b>two</b></li></ul>", delayMs: 500 };
    },
    "/quiet": { body: "<title>Quiet</title><p>Quiet</p>" },
  });
});
afterAll(async () => {
  udp.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => tcp.close(done));
  await server.stop();
});

/** A browser that may visit the page's own server by name, and whatever else is given. */
const settingsFor = async (...alsoAllowed: string[]): Promise<BrowserSettings> => ({
  ...(await browserSettings(`${HOSTILE_PORT_NAME}:${server.port}`, ...alsoAllowed)),
  resolve: async (host) => {
    if (host !== HOSTILE_PORT_NAME && host !== "rebind.test") throw new Error(`ENOTFOUND ${host}`);
    return [{ address: "127.0.0.1", family: 4 }];
  },
});
const at = (path: string) => `http://${HOSTILE_PORT_NAME}:${server.port}${path}`;
const openSession = (settings: BrowserSettings) =>
  createBrowserSession(settings, { loadsImages: true, saveShot: async () => "" });

const visitHostile = async (settings: BrowserSettings): Promise<string> => {
  const session = openSession(settings);
  try {
    const { signal } = new AbortController();
    const live = await session.openLive(at("/hostile"), { signal });
    const done = { css: "body[data-done]", contains: null, ignoreCase: false };
    expect(await live.waitFor({ selector: done }, true, 10_000)).toBe(true);
    return (await live.snapshot()).html;
  } finally {
    await session.close();
  }
};

describe("a hostile page", () => {
  it("reaches no private address, by TCP or UDP, whatever it tries", async () => {
    [tcpHits, udpHits] = [0, 0];
    const html = await visitHostile(await settingsFor());
    expect({ tcpHits, udpHits }).toEqual({ tcpHits: 0, udpHits: 0 });
    expect(html).not.toContain("root:");
  });

  it("does reach the same address when it is allowed, so that the test can fail", async () => {
    tcpHits = 0;
    await visitHostile(await settingsFor(`127.0.0.1:${portOf(tcp)}`));
    expect(tcpHits).toBeGreaterThan(0);
  });

  it.each(["/refresh", "/redirect", "/script"])(
    "is refused if it leads to a private address by %s",
    async (path) => {
      tcpHits = 0;
      const session = openSession(await settingsFor());
      const refused = session.fetchPage(at(path));
      await expect(refused).rejects.toMatchObject({ code: "target-refused" });
      await session.close();
      expect(tcpHits).toBe(0);
    },
  );
});

/** What a folder of a browser says of itself; empty where it is gone or has not been claimed yet. */
const noteOf = (folder: string): string => {
  const path = join(tmpdir(), folder, "owner.json");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};
/** Folders of browsers that this process has started: other tests run beside it. */
const folders = (pid = process.pid) =>
  readdirSync(tmpdir()).filter(
    (name) => name.startsWith("gleaner-browser-") && noteOf(name).includes(`"ownerPid":${pid},`),
  );
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";

describe("the browser process", () => {
  it("does not see the function's environment, and keeps web security enabled", async () => {
    process.env.AWS_SECRET_ACCESS_KEY = "canary-of-the-function";
    const chromium = await launchChromium(await settingsFor());
    const [environment, command] = ["environ", "cmdline"].map((file) =>
      readFileSync(`/proc/${chromium.pid}/${file}`, "utf8"),
    );
    await chromium.close();
    expect(environment).not.toContain("AWS_");
    expect(environment).not.toContain("canary");
    expect(command).not.toMatch(
      /--disable-web-security|--allow-running-insecure-content|--remote-debugging-port/,
    );
    expect(command).toContain("--proxy-bypass-list=<-loopback>");
  });

  it("is removed with its profile when it is closed", async () => {
    const before = folders();
    const chromium = await launchChromium(await settingsFor());
    expect(folders().length).toBe(before.length + 1);
    await chromium.close();
    expect(isRunning(chromium.pid)).toBe(false);
    expect(folders()).toEqual(before);
  });

  it("that is killed fails its page, and leaves nothing", async () => {
    const before = folders();
    const chromium = await launchChromium(await settingsFor());
    process.kill(chromium.pid, "SIGKILL");
    await new Promise((done) => chromium.lost.addEventListener("abort", done));
    await chromium.close();
    expect(folders()).toEqual(before);
  });

  it("ends when its proxy crashes, and sends nothing around it", async () => {
    const chromium = await launchChromium(await settingsFor(`127.0.0.1:${portOf(tcp)}`));
    tcpHits = 0;
    await chromium.proxy.close();
    await chromium.close();
    expect(chromium.lost.reason).toMatchObject({ code: "target-failed" });
    expect(isRunning(chromium.pid)).toBe(false);
    expect(tcpHits).toBe(0);
  });

  it("fails the run in progress when its proxy is killed, and sends nothing more", async () => {
    const launched: Chromium[] = [];
    const session = createBrowserSession(
      await settingsFor(`127.0.0.1:${portOf(tcp)}`),
      { loadsImages: false, saveShot: async () => "" },
      async (settings) => {
        const chromium = await launchChromium(settings);
        launched.push(chromium);
        return chromium;
      },
    );
    onMore = () => void launched[0]?.proxy.close();
    tcpHits = 0;
    const visits = server.requests.length;
    const plan = planOf(at("/list"), [
      { type: "extract", selector: "li", fields: ["name: b"] },
      { type: "paginate" },
      { type: "navigate", url: `http://127.0.0.1:${portOf(tcp)}/` },
    ]);
    await expect(collectIn(session, plan)).rejects.toMatchObject({ code: "target-failed" });
    await session.close();
    expect(server.requests.slice(visits)).toEqual(["/list", "/more"]);
    expect(launched).toHaveLength(1);
    expect(isRunning(launched[0]?.pid ?? 0)).toBe(false);
    expect(tcpHits).toBe(0);
  });

  it("ends with the worker that owns it, however that ends, and is cleaned up by the next one", async () => {
    const script = join(import.meta.dirname, "../helpers/launchAndWait.ts");
    const { NODE_OPTIONS: _, ...env } = process.env;
    const owner = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit"] });
    const pid = Number(await new Promise((done) => owner.stdout.once("data", (data) => done(String(data)))));
    expect(isRunning(pid)).toBe(true);
    const exited = new Promise((done) => owner.once("exit", done));
    owner.kill("SIGKILL");
    await exited;
    await (await launchChromium(await settingsFor())).close();
    expect(isRunning(pid)).toBe(false);
    expect(folders(owner.pid)).toEqual([]);
  });
});
