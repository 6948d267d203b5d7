import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(240_000);

const card = (name: string, price: number) =>
  `<li class="pot"><h3 class="pot-name"><a href="/pots/${price}">${name}</a></h3><span class="pot-price">€${price}.00</span></li>`;
const page = (main: string, script = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pots</title></head><body><main><h1>Pots</h1>${main}</main>${script}</body></html>`;

const SHOWN = ["Oak pot", "Elm pot", "Ash pot", "Yew pot"];
/** A banner that hides the page's button until it is closed, and a list that a button adds to, twice. */
const SHOP = page(
  `<div id="banner" style="position:fixed;inset:0;background:#fff;z-index:9"><p>We use cookies.</p><button id="ok-cookies">Accept all</button></div>
<form action="/find"><input type="search" name="q"><button>Find</button></form>
<ul id="pots">${SHOWN.map((name, index) => card(name, 10 + index)).join("")}</ul><button id="more">Load more</button>`,
  `<script>let count=0;document.getElementById("ok-cookies").onclick=()=>document.getElementById("banner").remove();
document.getElementById("more").onclick=(event)=>{const at=20+count*2;count+=1;
document.getElementById("pots").insertAdjacentHTML("beforeend",[at,at+1].map((price)=>'<li class="pot"><h3 class="pot-name"><a href="/pots/'+price+'">Pot '+price+'</a></h3><span class="pot-price">€'+price+'.00</span></li>').join(""));
if(count===2)event.target.remove();};</script>`,
);
const FOUND = page(
  `<ol class="found">${["Red", "Blue", "Green"].map((name, index) => `<li class="hit"><a class="hit-name" href="/hit/${index}">${name} teapot</a><span class="hit-price">€${30 + index}.00</span></li>`).join("")}</ol>`,
);

describe("a generated flow that acts on the page", () => {
  let pages: PageServer;
  let api: Api;

  beforeAll(async () => {
    pages = await startPageServer({ "/pots": { body: SHOP }, "/find?q=teapot": { body: FOUND } });
    api = await newAccount();
  });
  afterAll(() => pages.stop());

  const run = async (prompt: string) => {
    const { status, body } = await api.post("/generate", { prompt, url: `${pages.url}/pots` });
    expect({ status, mode: body.data?.mode }).toEqual({ status: 200, mode: "interact" });
    const created = await api.post("/flows", body.data);
    expect({ status: created.status, body: created.body }).toMatchObject({ status: 201 });
    const { body: started } = await api.post("/runs", { flowId: created.body.data.id });
    const ended = await endOfRun(api, started.data.id);
    expect(ended).toMatchObject({ status: "completed" });
    const { body: items } = await api.get(`/runs/${started.data.id}/items?limit=50`);
    return { items: items.data, flow: body.data };
  };

  it("accepts cookies and loads more until the end", async () => {
    const { items } = await run(
      "Accept the cookies, click load more, and collect name and price of all products",
    );
    expect(items).toEqual([
      ...SHOWN.map((name, index) => ({ name, price: 10 + index })),
      ...[20, 21, 22, 23].map((price) => ({ name: `Pot ${price}`, price })),
    ]);
  });

  it("searches, and collects the results", async () => {
    const { items, flow } = await run(
      "accept the cookies, search for 'teapot' and give me name and price of the results",
    );
    expect(items).toEqual(
      ["Red", "Blue", "Green"].map((name, index) => ({ name: `${name} teapot`, price: 30 + index })),
    );
    expect(flow.description).toContain('searches for "teapot"');
  });
});
