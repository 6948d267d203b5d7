import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { apiAs, newAccount } from "../helpers/api.ts";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const makePng = (
  width: number,
  height: number,
  pixels = deflateSync(Buffer.alloc(height * (width * 3 + 1))),
) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const uri = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString("base64")}`;
const SHORTEST = { subject: "Prices are missing", type: "bug", priority: "high" };

describe("tickets", () => {
  it("are opened with a subject, a type and a priority", async () => {
    const account = await newAccount();
    const { status, body } = await account.post("/tickets", SHORTEST);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^ticket-\d+$/),
        subject: "Prices are missing",
        status: "open",
        priority: "high",
        createdAt: expect.stringMatching(/Z$/),
      },
    });
    const got = (await account.get(`/tickets/${body.data.id}`)).body.data;
    expect(got).toMatchObject({
      ...SHORTEST,
      description: "",
      flowId: null,
      screenshot: null,
      status: "open",
    });
  });

  it("keep a PNG screenshot byte for byte", async () => {
    const account = await newAccount();
    const screenshot = uri(makePng(40, 30));
    const { id } = (await account.post("/tickets", { ...SHORTEST, screenshot })).body.data;
    expect((await account.get(`/tickets/${id}`)).body.data.screenshot).toBe(screenshot);
    const [listed] = (await account.get("/tickets")).body.data;
    expect(listed).toMatchObject({ id, hasScreenshot: true });
    expect(listed).not.toHaveProperty("screenshot");
  });

  it("accept a screenshot of 3.6 MB, and refuse a body over 5 MB", async () => {
    const account = await newAccount();
    const large = uri(makePng(100, 100, Buffer.alloc(3_600_000, 7)));
    const opened = await account.post("/tickets", { ...SHORTEST, screenshot: large });
    expect(opened.status).toBe(201);
    const got = await account.get(`/tickets/${opened.body.data.id}`);
    expect(got.body.data.screenshot.length).toBe(large.length);
    const tooLarge = uri(makePng(100, 100, Buffer.alloc(3_800_000, 7)));
    expect(await account.post("/tickets", { ...SHORTEST, screenshot: tooLarge })).toMatchObject({
      status: 413,
      body: { error: { code: "payload-too-large" } },
    });
  });

  const png = makePng(4, 4);
  const flipped = Buffer.from(png);
  flipped[20] = 9;
  it.each([
    ["a JPEG that calls itself PNG", uri(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]))],
    ["nothing but the signature", uri(SIGNATURE)],
    ["cut off", uri(png.subarray(0, -6))],
    ["damaged", uri(flipped)],
    ["followed by something else", uri(Buffer.concat([png, Buffer.from("<script>")]))],
    ["without pixels", uri(makePng(0, 4, Buffer.alloc(1)))],
    ["too wide", uri(makePng(20_000, 1, Buffer.alloc(1)))],
    ["not base64", "data:image/png;base64,!!!!"],
    ["of another media type", `data:image/svg+xml;base64,${png.toString("base64")}`],
  ])("refuse a screenshot that is %s", async (_what, screenshot) => {
    const account = await newAccount();
    expect(await account.post("/tickets", { ...SHORTEST, screenshot })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-request", details: [{ path: "screenshot" }] } },
    });
    expect((await account.get("/tickets")).body.total).toBe(0);
  });

  it("can link to a flow of the same account only", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const flow = { name: "Books", url: "https://shop.example/", mode: "extract" };
    const flowId = (await account.post("/flows", flow)).body.data.id;
    const { id } = (await account.post("/tickets", { ...SHORTEST, flowId })).body.data;
    expect((await account.get(`/tickets/${id}`)).body.data.flowId).toBe(flowId);
    for (const wrong of [flowId, "flow-0"])
      expect(await other.post("/tickets", { ...SHORTEST, flowId: wrong })).toMatchObject({
        status: 404,
        body: { error: { code: "not-found" } },
      });
  });

  it("are filtered by status and priority, with exact totals", async () => {
    const account = await newAccount();
    const ids: string[] = [];
    for (const priority of ["low", "high", "high"])
      ids.push((await account.post("/tickets", { ...SHORTEST, priority })).body.data.id);
    await account.put(`/tickets/${ids[2]}`, { status: "resolved" });
    expect((await account.get("/tickets")).body).toMatchObject({ total: 3, data: [{ id: ids[2] }, {}, {}] });
    expect((await account.get("/tickets?status=open")).body.total).toBe(2);
    expect((await account.get("/tickets?status=open&priority=high")).body).toMatchObject({
      total: 1,
      data: [{ id: ids[1] }],
    });
    expect((await account.get("/tickets?status=lost")).status).toBe(400);
  });

  it("are changed by PUT, and recorded in audit log and activity", async () => {
    const account = await newAccount();
    const { id } = (await account.post("/tickets", SHORTEST)).body.data;
    const changed = await account.put(`/tickets/${id}`, { status: "closed", priority: "low" });
    expect(changed).toMatchObject({ status: 200, body: { data: { id, status: "closed", priority: "low" } } });
    const audited = (await account.get("/audit")).body.data.map(({ action }: { action: string }) => action);
    expect(audited.slice(0, 2)).toEqual(["ticket.updated", "ticket.created"]);
    const told = (await account.get("/activity")).body.data.map(({ type }: { type: string }) => type);
    expect(told).toEqual(["ticket.closed", "ticket.created"]);
    expect((await account.put(`/tickets/${id}`, { status: "gone" })).status).toBe(400);
    expect((await account.put(`/tickets/${id}`, {})).status).toBe(400);
  });

  it("of another account answer as if they did not exist", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const { id } = (await account.post("/tickets", SHORTEST)).body.data;
    const strip = (text: string) => text.replaceAll(/ticket-\d+|"requestId":"[^"]*"/g, "");
    for (const ask of [
      (path: string) => other.get(path),
      (path: string) => other.put(path, { status: "closed" }),
    ]) {
      const [foreign, missing] = [await ask(`/tickets/${id}`), await ask("/tickets/ticket-0")];
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(strip(JSON.stringify(foreign.body))).toBe(strip(JSON.stringify(missing.body)));
    }
    expect((await apiAs(null).get(`/tickets/${id}`)).status).toBe(401);
  });
});
