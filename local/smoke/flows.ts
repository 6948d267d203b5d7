import { type Check, ensure, expectError, expectSuccess, idOf, read, succeed, type Visit } from "./check.ts";

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
  await succeed(visit, "updateFlow", `/flows/${id}`, { body: { name: "Smoke test, renamed" } });
  const after = await succeed(visit, "getFlow", `/flows/${id}`);
  ensure(read(after, "name") === "Smoke test, renamed", "the new name was not kept");
  ensure(read(after, "url") === smokeFlow(visit).url, "a field that was not supplied changed");
  await succeed(visit, "deleteFlow", `/flows/${id}`);
  visit.made.flows.delete(id);
  expectError(await visit.api.call("GET", `/flows/${id}`), 404, "not-found");
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
  return `${total} flows in all`;
};

export const FLOW_CHECKS: readonly Check[] = [
  { title: "a flow is created, changed, read back and deleted", run: changeAndReadBack },
  { title: "lists page through without gaps or repeats", run: pageThrough },
];
