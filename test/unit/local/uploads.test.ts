import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createUploadForms } from "../../../local/gateway/uploads.ts";
import { listen } from "../../helpers/pageServer.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 10, 0, 0);
const kept = new Map<string, string>();
const store = createServer(async (request, response) => {
  const [path = ""] = (request.url ?? "").split("?");
  if (request.method === "HEAD") return void response.writeHead(kept.has(path) ? 200 : 404).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  kept.set(path, Buffer.concat(chunks).toString());
  response.end();
});
let nowMs = NOW_MS;
let uploads: ReturnType<typeof createUploadForms>;
let origin: string;
let s3: string;
const front = createServer((request, response) => {
  if (!uploads.handle(request, response)) response.writeHead(404).end();
});

beforeAll(async () => {
  s3 = `http://127.0.0.1:${await listen(store)}`;
  origin = `http://127.0.0.1:${await listen(front)}`;
  uploads = createUploadForms({ s3, secret: "s", now: () => nowMs });
});
afterAll(() => {
  for (const server of [store, front]) {
    server.closeAllConnections();
    server.close();
  }
});

const KEY = "tmp/uploads/acct-1/upload 1é";
const policyOf = (minutes: number): string =>
  btoa(
    JSON.stringify({
      expiration: new Date(NOW_MS + minutes * 60_000).toISOString(),
      conditions: [
        ["content-length-range", 1, 10],
        { bucket: "b" },
        { key: "K" },
        ["eq", "$Content-Type", "text/csv"],
      ],
    }),
  );
const formWith = (Policy: string, more: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  const fields = { key: "K", "Content-Type": "text/csv", Policy, ...more };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob(["a"]), "f");
  return form;
};
const published = (url: string, Policy: string): string =>
  JSON.parse(uploads.publishForms(JSON.stringify({ data: { url, fields: { key: KEY, Policy } } }), origin))
    .data.url;

it("an upload form is redirected to the service, where it works once until it expires", async () => {
  const url = published(`${s3}/b`, policyOf(15));
  expect(url.startsWith(`${origin}/`)).toBe(true);
  nowMs = NOW_MS + 15 * 60_000;
  const late = await fetch(url, { method: "POST", body: formWith(policyOf(15)) });
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining("Policy expired")]);
  nowMs = NOW_MS;
  const sent = async () => (await fetch(url, { method: "POST", body: formWith(policyOf(15)) })).status;
  expect([await sent(), await sent()]).toEqual([204, 412]);
  expect(kept.get("/b/K")).toBe("a");
  const longer = await fetch(url, { method: "POST", body: formWith(policyOf(60)) });
  expect([longer.status, await longer.text()]).toEqual([
    403,
    expect.stringContaining("SignatureDoesNotMatch"),
  ]);
});

it("a text without an upload form is unchanged", () => {
  for (const answer of [
    '{"data":{"url":"https://elsewhere.example/b","fields":{"Policy":"x"}}}',
    `{"data":{"text":"\\"Policy\\" x"}}`,
  ])
    expect(uploads.publishForms(answer, origin)).toBe(answer);
});

it.each(["acl", "success_action_redirect", "X-Amz-Meta-Owner", "Content-Disposition"])(
  "a form with the extra field %s is refused, as by S3",
  async (name) => {
    const url = published(`${s3}/b`, policyOf(15));
    const sent = await fetch(url, { method: "POST", body: formWith(policyOf(15), { [name]: "x" }) });
    expect([sent.status, await sent.text()]).toEqual([403, expect.stringContaining("Extra input fields")]);
  },
);
