import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { createTransport } from "../../client/transport.ts";
import { type Json, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";

jest.setTimeout(180_000);

/** What must be found, or the search finds nothing. */
const VISIBLE = "canary-visible-in-a-flow-name";
const ITEM = "canary-visible-in-an-item";
const FLOW_SECRET = "canary-flow-secret-4711";
const WEBHOOK_SECRET = "canary-webhook-secret-4711";
const AUTHORIZATION = "canary-authorization-4711";
const UNKNOWN_KEY = `gl_live_${"canary".repeat(5)}000000`;

const PAGES = {
  "/": {
    body: `<form method="post" action="/inside"><input name="password"><button>Log in</button></form>`,
  },
  "/inside": { body: `<p>${ITEM}</p><i>${FLOW_SECRET}</i>` },
};

/** The service's own secret and the local account's key: one file, for its owner alone (see state.test.ts). */
const KEPT_APART = "secrets.json";

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && basename(path) !== KEPT_APART);

const unzipped = (bytes: Buffer): Buffer =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? Buffer.concat([bytes, gunzipSync(bytes)]) : bytes;

/** Every value of every row: of the table, the queues and the objects. */
const valuesIn = (database: DatabaseSync): string[] => {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .flatMap((row) =>
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? unzipped(Buffer.from(value)).toString("latin1") : String(value),
        ),
      ),
  );
};

/** All that the service has written down, as text. */
const dump = (folder: string): string =>
  filesIn(folder)
    .flatMap((path) => {
      const bytes = readFileSync(path);
      const raw = unzipped(bytes).toString("latin1");
      if (!bytes.subarray(0, 6).equals(Buffer.from("SQLite"))) return [raw];
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        return [raw, ...valuesIn(database)];
      } finally {
        database.close();
      }
    })
    .join("\n");

describe("stored data and logs (table, objects, queues)", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  let pages: PageServer;
  let runner: RunnerProcess;
  let ownerKey: string;
  let ownUrl: string;
  let send: ReturnType<typeof createTransport>["send"];
  beforeAll(async () => {
    pages = await startPageServer(PAGES);
    runner = spawnRunner(["--data-dir", folder, "--allow-private", `127.0.0.1:${pages.port}`]);
    const { url, apiKey } = await runner.started;
    ownerKey = apiKey;
    ownUrl = url;
    send = createTransport({ url, apiKey }).send;
  });
  afterAll(async () => {
    await runner.end("SIGINT");
    await pages.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = async (method: string, path: string, body?: unknown, headers = {}): Promise<Json> => {
    const answer = await send(method, path, { ...(body !== undefined && { body }), headers });
    expect([path, answer.status < 300]).toEqual([path, true]);
    return (answer.body as { data: unknown }).data;
  };

  it("contain no API key, link token, webhook secret, flow secret or authorization header", async () => {
    const idempotent = (name: string) => ({ "idempotency-key": name });
    const key = await ask("POST", "/keys", { name: "Canary", scopes: ["flows:read"] }, idempotent("key"));
    const rotated = await ask("POST", `/keys/${key.id}/rotate`, {}, idempotent("rotated"));
    const events = ["run.completed"];
    const receiver = `${pages.url}/inside`;
    const given = await ask("POST", "/webhooks", { url: receiver, events, secret: WEBHOOK_SECRET });
    const made = await ask("POST", "/webhooks", { url: receiver, events }, idempotent("made"));
    const remade = await ask("POST", `/webhooks/${given.id}/rotate-secret`, {});
    await ask("POST", `/webhooks/${made.id}/test`, {});
    const flow = await ask("POST", "/flows", {
      name: VISIBLE,
      url: `${pages.url}/`,
      mode: "interact",
      steps: [
        { type: "type", selector: "input", text: "{{secret.password}}" },
        { type: "click", selector: "button" },
        { type: "wait", selector: "p" },
        { type: "extract", fields: ["open: p", "echoed: i"] },
        { type: "click", selector: "b.missing", timeoutMs: 500 },
      ],
    });
    await ask("PUT", `/flows/${flow.id}/secrets/password`, { value: FLOW_SECRET });
    const token = await ask("POST", `/flows/${flow.id}/tokens`, { name: "Canary" }, idempotent("token"));
    const path = `/flows/${flow.id}/tokens/${token.id}/rotate`;
    const rotatedToken = await ask("POST", path, undefined, idempotent("rotated-token"));
    const linked = createTransport({ url: ownUrl, apiKey: null });
    for (const each of [token, rotatedToken])
      for (const place of ["latest", "changes.atom"])
        await linked.send("GET", `/flows/${flow.id}/${place}?token=${each.token}`);
    const { id } = await ask("POST", "/runs", { flowId: flow.id });
    const run = await until(
      () => ask("GET", `/runs/${id}`),
      ({ status }) => !["queued", "running"].includes(status),
      120_000,
    );
    expect(run).toMatchObject({ status: "failed", itemsExtracted: 0 });
    const headers = { authorization: `Bearer ${AUTHORIZATION}`, "x-api-key": UNKNOWN_KEY };
    expect((await send("GET", "/flows", { headers })).status).toBe(401);
    await ask("GET", "/flows", undefined, { authorization: `Bearer ${AUTHORIZATION}` });

    await runner.end("SIGINT");
    const written = dump(folder);
    expect(written).toContain(VISIBLE);
    const secrets = {
      ownerKey,
      key: key.key,
      rotated: rotated.key,
      given: WEBHOOK_SECRET,
      made: made.secret,
      remade: remade.secret,
      flow: FLOW_SECRET,
      token: token.token,
      rotatedToken: rotatedToken.token,
      authorization: AUTHORIZATION,
      unknown: UNKNOWN_KEY,
    };
    for (const [what, secret] of Object.entries(secrets)) {
      expect([what, secret]).toEqual([what, expect.stringMatching(/.{16}/)]);
      expect([what, written.includes(secret)]).toEqual([what, false]);
    }
  });
});
