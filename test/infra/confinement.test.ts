import { describe, expect, it } from "@jest/globals";
import { sessionRoleOf } from "../../lib/constructs/names.ts";
import { contextOf } from "../../local/iam/patterns.ts";
import { type Call, decide, readStatement } from "../../local/iam/policy.ts";
import { assumeFault } from "../../local/iam/sessions.ts";
import type { StatementDocument } from "../../local/stack/functions.ts";
import { type SessionScope, sessionPolicy } from "../../src/adapters/confinedCaller.ts";
import type { ConfinedName } from "../../src/contract/operation.ts";
import { objectsOfInspection, objectsOfRun } from "../../src/domain/files/folders.ts";
import { partitionsOfSession, SHARED_BY_VISITORS } from "../../src/store/partitions.ts";
import { propertiesOf, resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const MINE = "acct-1795723156905869219";
const THEIRS = "acct-1795723156905869220";
const RUN = "run-1795723156905869219";
const ANOTHER_RUN = "run-1795723156905869220";
const INSPECTION = "insp-1795723156905869219";
const ROLE = `arn:aws:iam::123456789012:role/gleaner-prod-service-${"x".repeat(64)}`;

const TABLE = "arn:aws:dynamodb:eu-central-1:123456789012:table/t";
const BUCKET = "arn:aws:s3:::results";

const { service } = synthesiseStage("prod", { modelBaseUrl: "https://models.example.com/v1" });

/** The template with ARNs in place of its references. */
const resolve = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== "object" || value === null) return value;
  const [[name = "", argument] = []] = Object.entries(value);
  if (name === "Fn::Join") return (resolve((argument as unknown[])[1]) as string[]).join("");
  if (name === "Fn::GetAtt") return `arn:aws:sqs:eu-central-1:123456789012:${(argument as string[])[0]}`;
  if (name === "Fn::ImportValue") {
    const exported = String(argument).replace(/^.*:/, "");
    const known: Readonly<Record<string, string>> = { tableArn: TABLE, bucketArn: BUCKET };
    return known[exported] ?? `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${exported}`;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
};

const rolePolicy = (name: ConfinedName) => {
  const { Policies } = propertiesOf(resourcesOf(service, "AWS::IAM::Role"), sessionRoleOf(name));
  const policies = Policies as { PolicyDocument: { Statement: StatementDocument[] } }[];
  return policies.flatMap(({ PolicyDocument }) =>
    (resolve(PolicyDocument.Statement) as StatementDocument[]).map(readStatement),
  );
};

/** What somebody can do who breaks out of a browser: what both the session's role and its policy allow. */
const sessionOf = (name: ConfinedName, scope: SessionScope) => {
  const role = rolePolicy(name);
  const own = (JSON.parse(sessionPolicy(ROLE, scope)) as { Statement: StatementDocument[] }).Statement.map(
    readStatement,
  );
  const may = (call: Call): boolean => decide(role, call).allowed && decide(own, call).allowed;
  return {
    table: (action: string, partition: string, index?: string) =>
      may({
        action: `dynamodb:${action}`,
        resource: index === undefined ? TABLE : `${TABLE}/index/${index}`,
        context: contextOf({ "dynamodb:LeadingKeys": partition }),
      }),
    object: (action: string, key: string) =>
      may({ action: `s3:${action}`, resource: `${BUCKET}/${key}`, context: new Map() }),
    other: (action: string, resource: string) => may({ action, resource, context: new Map() }),
  };
};

const run = sessionOf("executeBrowserRun", {
  partitions: partitionsOfSession(MINE, RUN),
  objects: objectsOfRun(MINE, RUN),
});
const inspection = sessionOf("inspectPage", {
  partitions: partitionsOfSession(MINE, INSPECTION),
  objects: objectsOfInspection(MINE, INSPECTION),
});
const page = sessionOf("openPage", { partitions: SHARED_BY_VISITORS, objects: ["tmp/screenshots/abc.*"] });

const READS = ["GetItem", "Query"];
const WRITES = ["PutItem", "UpdateItem", "DeleteItem"];

describe("who breaks out of the browser of a run", () => {
  it.each([`RUNS#${MINE}`, `RUN#${MINE}#${RUN}`, `RUNPARTS#${MINE}#${RUN}`, `SLOTS#${MINE}`, "ORIGIN#abc"])(
    "can do what the run needs with %s",
    (partition) => {
      for (const action of [...READS, ...WRITES])
        expect([action, run.table(action, partition)]).toEqual([action, true]);
    },
  );

  it.each([
    ...["RUNS", "FLOWS", "FLOWSECRETS", "EVENTS", "KEYS", "ACCOUNT"].map((kind) => `${kind}#${THEIRS}`),
    ...["RUN", "RUNPARTS", "RUNPAGES"].map((kind) => `${kind}#${MINE}#${ANOTHER_RUN}`),
    ...["RUN", "RUNPARTS"].map((kind) => `${kind}#${THEIRS}#${RUN}`),
    ...["KEYS", "MEMBERS", "INVITATIONS", "SSO", "FLOWTOKENS", "TICKETS", "DESTINATIONS", "IDEMPOTENCY"].map(
      (kind) => `${kind}#${MINE}`,
    ),
    ...["KEYHASH#abc", "TOKENHASH#abc", "SESSION#abc", "PERSON#person-1", "DUE#0", "DEPLOYMENT#SERVICE"],
  ])("can neither read nor write %s", (partition) => {
    for (const action of [...READS, ...WRITES])
      expect([action, run.table(action, partition)]).toEqual([action, false]);
  });

  it("can read and not change what the account and the operator have set", () => {
    for (const kind of ["ACCOUNT", "FLOWSECRETS", "WEBHOOKS"]) {
      expect(run.table("GetItem", `${kind}#${MINE}`)).toBe(true);
      for (const action of WRITES)
        expect([action, run.table(action, `${kind}#${MINE}`)]).toEqual([action, false]);
    }
    expect(run.table("Query", "DENIED#SERVICE")).toBe(true);
    expect(run.table("PutItem", "DENIED#SERVICE")).toBe(false);
  });

  it("finds the lists of its account in the index, and no other index", () => {
    expect(run.table("Query", `RUNS#${MINE}#flowId=flow-1#status=completed`, "byBoth")).toBe(true);
    expect(run.table("Query", `RUNS#${THEIRS}#flowId=flow-1#status=completed`, "byBoth")).toBe(false);
    expect(run.table("Query", "DUE#0", "due")).toBe(false);
  });

  it("cannot read the table without naming a partition", () => {
    const scan: Call = { action: "dynamodb:Query", resource: TABLE, context: new Map() };
    expect(run.other(scan.action, scan.resource)).toBe(false);
    expect(run.other("dynamodb:Scan", TABLE)).toBe(false);
  });

  it("opens the run's objects and those of its account's flows", () => {
    for (const key of [
      `runs/${MINE}/${RUN}/1-1.ndjson`,
      `tmp/checkpoints/${MINE}/${RUN}/1-1.sealed`,
      `records/${MINE}/flow-1/a`,
    ])
      for (const action of ["GetObject", "PutObject"])
        expect([key, run.object(action, key)]).toEqual([key, true]);
    for (const key of [
      `runs/${THEIRS}/${RUN}/1-1.ndjson`,
      `runs/${MINE}/${ANOTHER_RUN}/1-1.ndjson`,
      `records/${THEIRS}/flow-1/a`,
      `kept/30d/uploads/${THEIRS}/up-1`,
      `tmp/exports/${MINE}/x`,
    ])
      for (const action of ["GetObject", "PutObject"])
        expect([key, run.object(action, key)]).toEqual([key, false]);
    expect(run.object("DeleteObject", `runs/${MINE}/${RUN}/1-1.ndjson`)).toBe(false);
  });

  it("gets neither the service secret, nor another role, nor another function", () => {
    const secret = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:secretArn";
    expect(run.other("secretsmanager:GetSecretValue", secret)).toBe(false);
    expect(run.other("sts:AssumeRole", ROLE)).toBe(false);
    expect(run.other("lambda:InvokeFunction", "arn:aws:lambda:eu-central-1:123456789012:function:f")).toBe(
      false,
    );
  });
});

describe("who breaks out of another browser", () => {
  it("has, in an inspection, only the inspection and the secrets of its account's flows", () => {
    expect(inspection.table("UpdateItem", `INSPECTIONS#${MINE}`)).toBe(true);
    expect(inspection.table("GetItem", `FLOWSECRETS#${MINE}`)).toBe(true);
    for (const partition of [
      `INSPECTIONS#${THEIRS}`,
      `RUNS#${MINE}`,
      `FLOWS#${MINE}`,
      `FLOWSECRETS#${THEIRS}`,
    ])
      for (const action of [...READS, ...WRITES])
        expect([partition, inspection.table(action, partition)]).toEqual([partition, false]);
    expect(inspection.object("PutObject", `tmp/inspections/${MINE}/${INSPECTION}/page.json.gz`)).toBe(true);
    expect(inspection.object("PutObject", `tmp/inspections/${THEIRS}/${INSPECTION}/page.json.gz`)).toBe(
      false,
    );
  });

  it("has, in a page that a request opened, the operator's rules and one object to write", () => {
    expect(page.table("Query", "DENIED#SERVICE")).toBe(true);
    for (const partition of [`ACCOUNT#${MINE}`, `FLOWS#${MINE}`, "KEYHASH#abc", "ORIGIN#abc"])
      for (const action of [...READS, ...WRITES])
        expect([partition, page.table(action, partition)]).toEqual([partition, false]);
    expect(page.object("PutObject", "tmp/screenshots/abc.png")).toBe(true);
    expect(page.object("PutObject", "tmp/screenshots/def.png")).toBe(false);
    expect(page.object("GetObject", "tmp/screenshots/abc.png")).toBe(false);
  });
});

it("the policies of sessions are as short as AWS asks", () => {
  for (const scope of [
    { partitions: partitionsOfSession(MINE, RUN), objects: objectsOfRun(MINE, RUN) },
    { partitions: SHARED_BY_VISITORS, objects: [] },
  ])
    expect(
      assumeFault(new URLSearchParams({ Policy: sessionPolicy(ROLE, scope) }).toString()),
    ).toBeUndefined();
});
