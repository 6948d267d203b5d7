/** `node receiver.ts`: takes requests on loopback, and answers each with the number of lines it has taken. Prints its address. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const NEWLINE = 10;
let lines = 0;

const server = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => {
    for (const byte of chunk) if (byte === NEWLINE) lines += 1;
  });
  request.on("end", () => response.end(String(lines)));
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
// Ends with the process that started it.
process.stdin.resume().on("end", () => process.exit());
