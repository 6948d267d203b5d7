import {
  type Check,
  ensure,
  expectError,
  expectInvalid,
  expectSuccess,
  idOf,
  read,
  succeed,
  type Visit,
} from "./check.ts";

const NO_FLOW = "/flows/flow-0000000000000000000";
/** Opened only by a run that the smoke test itself starts. */
const ANY_PAGE = "https://example.com/";
const PAGED_FLOWS = 3;

/** The flow that the smoke test creates, under its own name so that leftovers are recognisable. */
export const smokeFlow = (visit: Visit, name = "Smoke test") => ({
  name,
  url: visit.target ?? ANY_PAGE,
  mode: "extract",
  steps: [{ type: "navigate" }, { type: "extract", fields: ["title: title"] }],
  outputSchema: { title: "string" },
});

export const makeFlow = async (visit: Visit, name?: string): Promise<string> => {
  const flow = await succeed(visit, "createFlow", "/flows", { body: smokeFlow(visit, name) });
  const id = idOf(flow);
  visit.made.flows.add(id);
  return id;
};

const changeAndReadBack = async (visit: Visit): Promise<void> => {
  const id = await makeFlow(visit);
  const before = await succeed(visit, "getFlow", `/flows/${id}`);
  await succeed(visit, "updateFlow", `/flows/${id}`, {
    body: { name: "Smoke test, renamed", status: "paused", outputSchema: { heading: "string" } },
  });
  const after = await succeed(visit, "getFlow", `/flows/${id}`);
  ensure(read(after, "name") === "Smoke test, renamed", "the new name was not kept");
  ensure(read(after, "status") === "paused", "the new status was not kept");
  ensure(read(after, "url") === read(before, "url"), "a field that was not supplied changed");
  ensure(read(after, "outputSchema", "title") === "string", "outputSchema was not merged by key");
  await succeed(visit, "updateFlow", `/flows/${id}`, { body: after });
  const stale = await visit.api.call("PUT", `/flows/${id}`, {
    body: { name: "Too late" },
    headers: { "if-match": String(read(before, "version")) },
  });
  expectError(stale, 412, "version-mismatch");
};

const pageThrough = async (visit: Visit): Promise<string> => {
  const made: string[] = [];
  for (let index = 1; index <= PAGED_FLOWS; index++) made.push(await makeFlow(visit, `Smoke test, ${index}`));
  const seen: string[] = [];
  let path: string | null = "/flows?limit=2&mode=extract";
  let total = 0;
  // Newest first: recent flows are on the first pages.
  for (let page = 0; page < PAGED_FLOWS && path !== null; page++) {
    const answer = await visit.api.call("GET", path);
    const rows = expectSuccess("listFlows", answer) as unknown[];
    ensure(rows.length <= 2, `a page of 2 holds ${rows.length}`);
    total = Number(read(answer.body, "total"));
    seen.push(...rows.map(idOf));
    const cursor = read(answer.body, "nextCursor");
    path =
      cursor === undefined
        ? null
        : `/flows?limit=2&mode=extract&cursor=${encodeURIComponent(String(cursor))}`;
  }
  ensure(new Set(seen).size === seen.length, "a flow stands on two pages");
  ensure(
    made.every((id) => seen.includes(id)),
    "a flow that was just made is on none of the first pages",
  );
  ensure(total >= PAGED_FLOWS, `total says ${total}`);
  const foreign = await visit.api.call("GET", "/flows?limit=2");
  const cursor = read(foreign.body, "nextCursor");
  if (cursor !== undefined)
    expectError(
      await visit.api.call("GET", `/runs?cursor=${encodeURIComponent(String(cursor))}`),
      400,
      "invalid-request",
    );
  return `${total} flows in all`;
};

export const FLOW_CHECKS: readonly Check[] = [
  {
    title: "a flow is created as a draft and read back as it was written",
    run: async (visit) => {
      const id = await makeFlow(visit);
      const flow = await succeed(visit, "getFlow", `/flows/${id}`);
      const wanted = smokeFlow(visit);
      ensure(read(flow, "status") === "draft", "a new flow is not a draft");
      for (const name of ["name", "url", "mode", "steps", "outputSchema"] as const)
        ensure(JSON.stringify(read(flow, name)) === JSON.stringify(wanted[name]), `${name} changed`);
    },
  },
  { title: "PUT changes only what is supplied, and honours If-Match", run: changeAndReadBack },
  {
    title: "lists page through without gaps or repeats, and cursors are bound to their list",
    run: pageThrough,
  },
  {
    title: "a wrong flow answers 400 and names what is wrong",
    run: async (visit) => {
      const good = smokeFlow(visit);
      const wrong: readonly [object, string][] = [
        [{ ...good, colour: "red" }, "colour"],
        [{ ...good, mode: "telepathy" }, "mode"],
        [{ ...good, steps: [{ type: "teleport" }] }, "steps[0]"],
        [{ ...good, steps: [{ type: "extract", fields: ["title: h1["] }] }, "steps[0].fields[0]"],
        [{ ...good, outputSchema: { title: "colour" } }, "outputSchema.title"],
        [{ ...good, url: "ftp://example.com/" }, "url"],
      ];
      for (const [body, path] of wrong) expectInvalid(await visit.api.call("POST", "/flows", { body }), path);
    },
  },
  {
    title: "an unknown flow answers 404 to GET, PUT and DELETE",
    run: async ({ api }) => {
      expectError(await api.call("GET", NO_FLOW), 404, "not-found");
      expectError(await api.call("PUT", NO_FLOW, { body: { name: "x" } }), 404, "not-found");
      expectError(await api.call("DELETE", NO_FLOW), 404, "not-found");
    },
  },
  {
    title: "a deleted flow is gone, and the answer names it",
    run: async (visit) => {
      const id = await makeFlow(visit);
      const answer = await succeed(visit, "deleteFlow", `/flows/${id}`);
      visit.made.flows.delete(id);
      ensure(String(read(answer, "message")).includes(id), "the message does not name the flow");
      expectError(await visit.api.call("GET", `/flows/${id}`), 404, "not-found");
    },
  },
];
