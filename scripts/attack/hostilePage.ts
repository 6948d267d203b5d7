/** Pages that try to reach private addresses from the browser that opens them. */

/** The host names with which a page looks for this machine. */
const HOSTS = [
  "127.0.0.1",
  "localhost",
  "[::1]",
  "0.0.0.0",
  "2130706433",
  "0x7f.1",
  "[::ffff:127.0.0.1]",
  "127.1",
];

/** An attribute set on the body once the page has tried everything. */
export const DONE_SELECTOR = "body[data-done]";

/** Time that its attempts get before the page reports that it is done. */
const SETTLE_MS = 1_500;

interface Targets {
  readonly tcpPort: number;
  readonly udpPort: number;
  /** Names besides those that every page tries. */
  readonly moreHosts?: readonly string[];
}

/** All ways in which a page can open connections, tried on each spelling of loopback. */
export const hostilePage = ({ tcpPort, udpPort, moreHosts = [] }: Targets): string => {
  const target = `http://127.0.0.1:${tcpPort}`;
  return `<!doctype html><title>Hostile</title>
<link rel="preconnect" href="${target}"><link rel="prefetch" href="${target}/prefetch"><link rel="prerender" href="${target}/prerender">
<link rel="preload" as="script" href="${target}/preload"><link rel="modulepreload" href="${target}/module"><link rel="icon" href="${target}/icon">
<link rel="manifest" href="${target}/manifest"><link rel="dns-prefetch" href="//127.0.0.1:${tcpPort}"><link rel="stylesheet" href="${target}/css">
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${target}/speculation"]}]}</script>
<style>@import "${target}/import"; @font-face { font-family: f; src: url("${target}/font"); } body { font-family: f; background: url("${target}/background"); }</style>
<body><p>Text in a font from inside.</p><a id="ping" href="#" ping="${target}/ping">ping</a><script>
const attempt = (work) => { try { const p = work(); if (p && p.catch) p.catch(() => {}); } catch {} };
const add = (tag, set) => attempt(() => { const e = document.createElement(tag); set(e); document.body.append(e); });
for (const host of ${JSON.stringify([...HOSTS, ...moreHosts])}) {
  const at = host + ":${tcpPort}";
  for (const tag of ["img", "iframe", "script", "video", "audio", "embed"]) add(tag, (e) => { e.src = "http://" + at + "/" + tag; });
  add("object", (e) => { e.data = "http://" + at + "/object"; });
  attempt(() => fetch("http://" + at + "/fetch", { mode: "no-cors" }));
  attempt(() => fetch("https://" + at + "/fetch-tls", { mode: "no-cors" }));
  attempt(() => fetch("http://" + at + "/keepalive", { mode: "no-cors", keepalive: true, method: "POST", body: "a" }));
  attempt(() => { const x = new XMLHttpRequest(); x.open("POST", "http://" + at + "/xhr"); x.send("a"); });
  attempt(() => navigator.sendBeacon("http://" + at + "/beacon", "a"));
  attempt(() => new WebSocket("ws://" + at + "/ws"));
  attempt(() => new WebSocket("wss://" + at + "/wss"));
  attempt(() => new WebTransport("https://" + at + "/wt").ready);
  attempt(() => new EventSource("http://" + at + "/es"));
  attempt(() => new Worker(URL.createObjectURL(new Blob(["fetch('http://" + at + "/worker',{mode:'no-cors'});new WebSocket('ws://" + at + "/ww')"]))));
  attempt(() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://" + at + "/shared',{mode:'no-cors'})"]))));
  attempt(() => navigator.serviceWorker.register("http://" + at + "/sw.js"));
  attempt(() => open("http://" + at + "/popup"));
  attempt(() => { const f = document.createElement("form"); f.action = "http://" + at + "/form"; f.target = "_blank"; f.method = "post"; document.body.append(f); f.submit(); });
}
attempt(() => navigator.serviceWorker.register("/sw.js"));
attempt(() => document.getElementById("ping").click());
for (const url of ["stun:127.0.0.1:${udpPort}", "stun:localhost:${udpPort}", "stun:[::1]:${udpPort}", "turn:127.0.0.1:${udpPort}?transport=udp", "turn:127.0.0.1:${tcpPort}?transport=tcp", "turns:127.0.0.1:${tcpPort}?transport=tcp"])
  attempt(async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: url, username: "u", credential: "c" }] });
    peer.createDataChannel("x");
    await peer.setLocalDescription(await peer.createOffer());
  });
attempt(() => fetch("file:///etc/passwd").then((r) => r.text()).then((t) => { document.title = t; }));
add("iframe", (e) => { e.src = "file:///etc/passwd"; });
setTimeout(() => { document.body.dataset.done = "yes"; }, ${SETTLE_MS});
</script>`;
};

/** The page's own worker: it requests a private address. */
export const serviceWorker = (tcpPort: number): string =>
  `fetch("http://127.0.0.1:${tcpPort}/service-worker", { mode: "no-cors" }).catch(() => {});`;

/**
 * A page that tries the same on an open, a closed and a silent port, and records how each responds. If the three
 * differ, the page can detect what is behind the service.
 */
export const curiousPage = (
  ports: readonly number[],
): string => `<!doctype html><title>Curious</title><body><script>
const late = (ms) => new Promise((done) => setTimeout(() => done("late"), ms));
const tryAll = async (port) => {
  const at = "127.0.0.1:" + port;
  const element = (tag) => new Promise((done) => { const e = document.createElement(tag); e.onload = () => done("load"); e.onerror = () => done("error"); e.src = "http://" + at + "/" + tag; document.body.append(e); });
  const tries = [
    fetch("http://" + at + "/a", { mode: "no-cors" }).then((r) => "got " + r.type + r.status, (e) => "failed " + e.name + e.message),
    fetch("http://" + at + "/b").then((r) => "got " + r.status, (e) => "failed " + e.name + e.message),
    fetch("https://" + at + "/c", { mode: "no-cors" }).then((r) => "got " + r.type, (e) => "failed " + e.name + e.message),
    new Promise((done) => { const s = new WebSocket("ws://" + at + "/d"); s.onopen = () => done("open"); s.onclose = (e) => done("close " + e.code + e.reason); }),
    element("img"), element("script"), element("iframe"),
  ];
  return (await Promise.all(tries.map((one) => Promise.race([one, late(8000)])))).join(" | ");
};
(async () => {
  for (const port of ${JSON.stringify(ports)}) {
    const told = await tryAll(port);
    const row = document.createElement("div"); row.className = "port"; const p = document.createElement("p"); p.textContent = told; row.append(p); document.body.append(row);
  }
  document.body.dataset.done = "yes";
})();
</script>`;
