import { describe, expect, it } from "@jest/globals";
import { appPage, itemOf, resultsOf } from "./helpers.ts";

/** A label is never the value: what it labels is. */
describe("the properties of a ticket", () => {
  const row = (...cells: readonly (readonly [id: string, label: string, value: string])[]): string =>
    `<tr>${cells.map(([id, label, value]) => `<th id="h_${id}">${label}:</th><td headers="h_${id}">${value}</td>`).join("")}</tr>`;
  const ticket = appPage(`
    <h1>#42 Saving twice fails</h1>
    <table class="properties">
      ${row(["reporter", "Reported by", '<a href="/u/anna">anna</a>'], ["owner", "Owned by", '<a href="/u/ben">ben</a>'])}
      ${row(["priority", "Priority", "high"], ["milestone", "Milestone", "1.2"])}
      ${row(["component", "Component", "storage"], ["severity", "Severity", ""])}
    </table>
    <div class="description"><p>The second save of a file within a second is refused.</p></div>`);

  it("are read from cells that refer to their headings, by id or by label", () => {
    const schema = { reporter: "string", owner: "string", owned_by: "string", priority: "string" } as const;
    expect(itemOf(ticket, { ...schema, milestone: "string", component: "string" })).toEqual({
      reporter: "anna",
      owner: "ben",
      owned_by: "ben",
      priority: "high",
      milestone: "1.2",
      component: "storage",
    });
  });

  it("are null if the cell is empty", () => {
    expect(itemOf(ticket, { severity: "string", priority: "string" })).toEqual({
      severity: null,
      priority: "high",
    });
  });
});

describe("a description list", () => {
  const terms = (entries: string): string => appPage(`<h1>Run 7</h1><dl>${entries}</dl>`);

  it("returns the description, even if the term has the field's name as its class", () => {
    const page = terms(`<dt class="duration">Duration</dt><dd>42 s</dd>
      <dt class="owner">Owner</dt><dd>anna <button>Edit</button></dd>
      <dt class="status">Status</dt><dd><span>Finished</span></dd>`);
    expect(itemOf(page, { duration: "string", owner: "string", status: "string" })).toEqual({
      duration: "42 s",
      owner: "anna",
      status: "Finished",
    });
  });

  it("returns null if the description is only a button", () => {
    const page = terms("<dt>Owner</dt><dd><button>Edit</button></dd><dt>Status</dt><dd>Finished</dd>");
    expect(itemOf(page, { owner: "string", status: "string" })).toEqual({ owner: null, status: "Finished" });
  });
});

describe("labels of controls and outputs", () => {
  it("give the element in `for`", () => {
    const page = appPage(`<h1>Account</h1><form>
      <label class="city" for="f1">City</label> <input id="f1" value="Leeds">
      <label class="plan" for="f2">Plan</label> <select id="f2"><option>Free</option><option selected>Pro</option></select></form>
      <label class="owner" for="f3">Owner</label> <button>Edit</button> <output id="f3">anna</output>`);
    expect(itemOf(page, { city: "string", plan: "string", owner: "string" })).toEqual({
      city: "Leeds",
      plan: "Pro",
      owner: "anna",
    });
  });

  it("give the elements that refer to them with `aria-labelledby` and `aria-describedby`", () => {
    const page = appPage(`<h1>Run 7</h1>
      <p><span id="s">Status</span> <button>Edit</button></p> <p role="status" aria-labelledby="s">Finished</p>
      <p id="deadline" class="deadline">Deadline</p> <p>All times are in UTC.</p> <span aria-describedby="deadline">2026-05-01</span>`);
    expect(itemOf(page, { status: "string", deadline: "date" })).toEqual({
      status: "Finished",
      deadline: "2026-05-01",
    });
  });
});

describe("a menu", () => {
  it("is neither the value of the button that opens it nor the section of its heading", () => {
    const page = appPage(`<h1>Run 7</h1>
      <button id="b">Brand</button> <div role="menu" aria-labelledby="b"><a href="/a">Acme</a> <a href="/h">Hob</a></div>
      <h2 id="t">Team</h2> <section aria-labelledby="t"><p>Who may open this run and its results.</p></section>
      <p>Status: Finished</p>`);
    expect(itemOf(page, { brand: "string", status: "string" })).toEqual({ brand: null, status: "Finished" });
  });
});

describe("a button next to a label", () => {
  it("is not its value", () => {
    const page = appPage(`<h1>Run 7</h1>
      <section><h3>Description</h3><button>Edit</button><p>Nightly training of the baseline</p></section>
      <div><span>Tags</span> <button>Add tag</button></div>
      <div><span>Owner:</span> <a role="button" href="#">Edit</a> <span>anna</span></div>`);
    expect(itemOf(page, { description: "string", tags: "string", owner: "string" })).toEqual({
      description: "Nightly training of the baseline",
      tags: null,
      owner: "anna",
    });
  });
});

describe("a row heading", () => {
  it("is a value of its record", () => {
    const towns = ["Leeds", "York", "Hull", "Bath", "Derby", "Ely", "Truro", "Wells"];
    const rows = towns.map(
      (name, at) =>
        `<tr><th class="field-name"><a href="/towns/${at}">${name}</a></th><td class="field-size">${at + 1}00</td></tr>`,
    );
    const head = "<thead><tr><th>Name</th><th>Size</th></tr></thead>";
    const page = appPage(`<h1>Towns</h1><table>${head}<tbody>${rows.join("")}</tbody></table>`);
    const items = resultsOf(page, { name: "string", size: "number" }, "all towns").map(({ item }) => item);
    expect(items).toEqual(towns.map((name, at) => ({ name, size: (at + 1) * 100 })));
  });
});
