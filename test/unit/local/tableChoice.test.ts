import { describe, expect, it } from "@jest/globals";
import { chooseTable } from "../../../local/table/choice.ts";

const WITHOUT_JAVA = { PATH: "/nonexistent" };
const none = { asked: undefined, dataDir: undefined, madeWith: undefined };

describe("the table chosen at startup", () => {
  it("is the embedded one if Java is missing, with a one-line note", async () => {
    const { kind, said } = await chooseTable(none, WITHOUT_JAVA);
    expect(kind).toBe("embedded");
    expect(said).toBe(
      "Data is kept in the embedded table: DynamoDB Local needs Java 17 or newer, which is not installed.",
    );
  });

  it("is the requested one, or the one of the data directory", async () => {
    expect(await chooseTable({ ...none, asked: "dynamodb-local" })).toMatchObject({ kind: "dynamodb-local" });
    const made = { asked: undefined, dataDir: "/data", madeWith: "dynamodb-local" } as const;
    expect(await chooseTable(made)).toMatchObject({ kind: "dynamodb-local" });
  });

  it("cannot differ from the one of the data directory; the error says how to move", async () => {
    const clash = { asked: "embedded", dataDir: "/data", madeWith: "dynamodb-local" } as const;
    await expect(chooseTable(clash)).rejects.toThrow(
      /\/data was created with --table dynamodb-local: .*export-data.*import-data/,
    );
  });
});
