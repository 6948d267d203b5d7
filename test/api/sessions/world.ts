/** Places with a login, and flows that sign in there. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import { DEMO_LOGIN } from "../../../local/demo-site/areas/account.ts";
import { type DemoSite, startDemoSite } from "../../../local/demo-site/site.ts";
import { endOfRun, type Json, newAccount } from "../../helpers/api.ts";
import { listen, listenOnReserved } from "../../helpers/pageServer.ts";

export let shop: DemoSite;
export let account: Awaited<ReturnType<typeof newAccount>>;

export const SIGN_IN = [
  { type: "type", selector: "input[name=username]", text: DEMO_LOGIN.username, when: "signed-out" },
  { type: "type", selector: "input[name=password]", text: "{{secret.password}}", when: "signed-out" },
  { type: "click", selector: 'button:contains("Log in")', when: "signed-out" },
];

export const ORDERS = { type: "extract", selector: "tr.order", fields: ["number: .order-number"] };

export const CHECK = { type: "assert", selector: ".greeting", message: "The shop did not let us in." };

export const createFlow = async (over: object = {}, password: string | null = DEMO_LOGIN.password) => {
  const { body } = await account.post("/flows", {
    name: "My orders",
    url: `${shop.url}/account/orders`,
    mode: "interact",
    session: { keep: true },
    steps: [...SIGN_IN, CHECK, ORDERS],
    ...over,
  });
  const { id } = body.data;
  if (password !== null) await account.put(`/flows/${id}/secrets/password`, { value: password });
  return id as string;
};

export const start = async (flowId: string): Promise<string> =>
  (await account.post("/runs", { flowId })).body.data.id;

export const run = async (flowId: string) => endOfRun(account, await start(flowId));

export const sessionOf = async (flowId: string): Promise<Json> =>
  (await account.get(`/flows/${flowId}/session`)).body.data;

export const messagesOf = (done: Json): string[] =>
  done.logs.map(({ message }: { message: string }) => message);

/** A session of the shop, as a browser would have it. */
export const signInByHand = async (): Promise<string> => {
  const response = await fetch(`${shop.url}/login`, {
    method: "POST",
    body: new URLSearchParams(DEMO_LOGIN),
    redirect: "manual",
  });
  return /shop-session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "";
};

export const netscape = (value: string, domain = "127.0.0.1") =>
  `# Netscape HTTP Cookie File\n\n#HttpOnly_${domain}\tFALSE\t/\tFALSE\t0\tshop-session\t${value}\n`;

/** A list of six records behind a password, whose session ends after three of them, once. */
export const startPlaceThatForgets = async (answers401: boolean) => {
  let [signIns, seen, session] = [0, 0, "none"];
  const form =
    '<form method="post" action="/login"><input name="password" type="password"><button>In</button></form>';
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? "";
    const say = (body: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html" }).end(`<html><body>${body}</body></html>`);
    };
    if (path === "/login" && request.method === "POST") {
      signIns += 1;
      session = `s${signIns}`;
      const headers = { location: "/list", "set-cookie": `sid=${session}; Path=/; HttpOnly` };
      return void response.writeHead(303, headers).end();
    }
    if (path === "/login") return say(form);
    const isKnown = request.headers.cookie?.includes(`sid=${session}`) ?? false;
    const isRecord = path.startsWith("/record/");
    if (!/^\/(?:list|record\/\d)$/.test(path)) return void response.writeHead(404).end();
    if (!isKnown && isRecord && answers401) return say("Who are you?", 401);
    if (!isKnown) return void response.writeHead(302, { location: "/login" }).end();
    if (!isRecord)
      return say([1, 2, 3, 4, 5, 6].map((n) => `<p><a href="/record/${n}">${n}</a></p>`).join(""));
    seen += 1;
    if (seen === 3) session = "none";
    say(`<h1>${path.slice(-1)}</h1>`);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
  return { url, stop, signIns: () => signIns };
};

export const passwordForm = (field: string) =>
  `<form method="post" action="/login"><label>Password <input id="${field}" name="${field}" type="password"></label><button>In</button></form>`;

/** A page behind a login that can be redesigned. */
export const startPlaceWithLogin = async () => {
  const sent: string[] = [];
  let [login, address, isRedirected] = [passwordForm("pass"), "/login", true];
  let [session, signIns] = ["none", 0];
  let answer: string | null = null;
  const server = createServer(async (request, response) => {
    const say = (body: string) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<html><body>${body}</body></html>`);
    if (request.url === "/login" && request.method === "POST") {
      const [given = ""] = new URLSearchParams(await text(request)).values();
      sent.push(given);
      signIns += 1;
      login = answer ?? login;
      if (given === "open") session = `s${signIns}`;
      const cookie = given === "open" ? session : "refused";
      const headers = { location: "/members", "set-cookie": `sid=${cookie}; Path=/; HttpOnly` };
      return void response.writeHead(303, headers).end();
    }
    if (request.url === address) return void say(login);
    if (request.url !== "/members") return void response.writeHead(404).end();
    if (request.headers.cookie?.includes(`sid=${session}`)) return void say("<h1>Members</h1>");
    if (!isRedirected) return void say(login);
    response.writeHead(302, { location: address }).end();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    /** What was sent from its form. */
    sent: () => sent,
    /** @param newAddress null: the page itself shows the form */
    redesign: (page: string, newAddress: string | null = "/login") => {
      [login, address, isRedirected] = [page, newAddress ?? "/login", newAddress !== null];
    },
    /** What its login page shows once its form was sent. */
    answerWith: (page: string) => {
      answer = page;
    },
    expire: () => {
      session = "none";
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
};

/** A flow that signs in there, without an `assert`. */
export const createMembersFlow = async (url: string, selector = "#pass") => {
  const { body } = await account.post("/flows", {
    name: "Members",
    url: `${url}/members`,
    mode: "interact",
    session: { keep: true },
    steps: [
      { type: "type", selector, text: "{{secret.password}}", when: "signed-out", timeoutMs: 1_000 },
      { type: "click", selector: "button", when: "signed-out" },
      { type: "extract", fields: ["title: h1"] },
    ],
  });
  const id: string = body.data.id;
  await account.put(`/flows/${id}/secrets/password`, { value: "open" });
  return id;
};

export const useShop = (): void => {
  beforeAll(async () => {
    shop = await listenOnReserved((port) => startDemoSite({ port }));
    account = await newAccount();
  });
  beforeEach(() => shop.unlock());
  afterAll(() => shop.stop());
};
