import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount } from "../helpers/api.ts";

describe("a flow", () => {
  let api: Api;
  beforeAll(async () => {
    api = await newAccount();
  });

  it.each(["PUT", "DELETE"])("takes a %s only if its version matches If-Match", async (method) => {
    const made = await api.post("/flows", { name: "A", url: "https://shop.example/", mode: "extract" });
    const path = `/flows/${made.body.data.id}`;
    await api.put(path, { name: "B" });
    const send = (version: string) =>
      api.call(method, path, {
        headers: { "if-match": version },
        ...(method === "PUT" && { body: { name: "C" } }),
      });

    expect(await send('"1"')).toMatchObject({ status: 412, body: { error: { code: "version-mismatch" } } });
    expect((await api.get(path)).body.data).toMatchObject({ name: "B", version: 2 });
    expect((await send('"2"')).status).toBe(200);
  });
});
