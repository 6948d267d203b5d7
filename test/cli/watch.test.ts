import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const RULES = `<html lang="en"><title>House rules</title><main><h1>House rules</h1>
<p>Our check-in is from 14:00 every day, also on Sundays and on public holidays, with a smile.</p></main></html>`;
const kettle = (name: string, price: string): string =>
  `<html lang="en"><title>${name} – Shop</title><main><h1>${name}</h1><p class="price">${price}</p><p class="stock">In stock</p>
  <button>Add to basket</button><p>A kettle of oak and steel, made by hand, with a lid that fits.</p></main></html>`;

let account: Api;
let pages: PageServer;
const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });

beforeAll(async () => {
  account = await newAccount();
  pages = await startPageServer({
    "/rules": { body: RULES },
    "/oak": { body: kettle("Oak Kettle", "€141.85") },
    "/tin": { body: kettle("Tin Kettle", "€20.00") },
    "/gone": { status: 404 },
  });
});
afterAll(() => pages.stop());

const place = (path: string): string => (pages.url + path).replace("http://", "");
const flowOf = async (stderr: string) => {
  const [, id = ""] = /gleaner flows changes (flow-\d+)/.exec(stderr) ?? [];
  return (await account.get(`/flows/${id}`)).body.data;
};

describe("gleaner watch", () => {
  it("monitors the text of a page every hour, and shows its current text", async () => {
    const { exitCode, stdout, stderr } = await gleaner("watch", place("/rules"));
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("# House rules")]);
    expect(stdout.split("# House rules")).toHaveLength(2);
    expect(stdout).toContain("Our check-in is from 14:00");
    expect(await flowOf(stderr)).toMatchObject({
      name: `Text of ${place("/rules")}`,
      status: "active",
      mode: "monitor",
      monitor: { watch: "text" },
      schedule: { every: "1h" },
    });
  });

  it("monitors the prices of several pages as a list", async () => {
    const { exitCode, stdout, stderr } = await gleaner(
      ...["watch", place("/oak"), place("/tin"), "--price", "--every", "6h", "--name", "Kettles"],
    );
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^NAME\s+PRICE\s+CURRENCY\s+AVAILABILITY\n/);
    expect(stdout).toMatch(/Oak Kettle\s+141\.85\s+EUR\s+InStock/);
    expect(stdout).toMatch(/Tin Kettle\s+20/);
    expect(await flowOf(stderr)).toMatchObject({
      name: "Kettles",
      urlCount: 2,
      monitor: { watch: "price" },
      schedule: { every: "6h" },
    });
  });

  it("monitors the screenshot of a page, and links to it", async () => {
    const { exitCode, stdout } = await gleaner("watch", place("/rules"), "--picture", "--json");
    expect(exitCode).toBe(0);
    const { records, status, watch } = JSON.parse(stdout);
    expect({ watch, status, records }).toMatchObject({
      watch: "picture",
      status: "completed",
      records: [{ record: { title: "House rules", width: 1280 } }],
    });
    expect((await fetch(records[0].pictureUrl)).headers.get("content-type")).toBe("image/png");
  });

  it("explains what to do about a page that cannot be read, and keeps the monitor", async () => {
    const { exitCode, stderr } = await gleaner("watch", place("/gone"));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("status 404")]);
    expect(await flowOf(stderr)).toMatchObject({ status: "active" });
  });

  it("accepts one kind at a time", async () => {
    const { exitCode, stderr } = await gleaner("watch", place("/rules"), "--text", "--price");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("Choose one of --text and --price.")]);
  });
});
