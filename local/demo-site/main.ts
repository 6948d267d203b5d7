/** `npm run demo-site -- --port 4600`: runs only the demo shop, until Ctrl-C. */
import { parseArgs } from "node:util";
import { DEMO_SITE_HOST } from "./host.ts";
import { startDemoSite } from "./site.ts";

const [, DEFAULT_PORT = ""] = DEMO_SITE_HOST.split(":");

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const readPort = (): number => {
  try {
    const { values } = parseArgs({ options: { port: { type: "string", default: DEFAULT_PORT } } });
    const port = Number(values.port);
    if (/^\d+$/.test(values.port) && port <= 65_535) return port;
    return fail(`--port takes a number from 0 to 65535, not "${values.port}".`);
  } catch (error) {
    return fail((error as Error).message);
  }
};

const port = readPort();
const site = await startDemoSite({ port }).catch((error: NodeJS.ErrnoException) =>
  fail(
    error.code === "EADDRINUSE"
      ? `Port ${port} is taken. Choose another: npm run demo-site -- --port ${port + 1}`
      : `The demo shop cannot open port ${port}: ${error.message}`,
  ),
);
process.stdout.write(`The demo shop is open: ${site.url}/catalogue (Ctrl-C closes it)\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void site.stop());
