/** A mail server for one test: accepts mail, or rejects it as configured. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
}

export interface SmtpServer {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  /** Replies to commands with these prefixes, instead of the usual ones. */
  readonly replies: Map<string, string>;
  stop(): Promise<void>;
}

const addressIn = (line: string): string => /<(.*?)>/.exec(line)?.[1] ?? "";

export const startSmtpServer = async (): Promise<SmtpServer> => {
  const taken: TakenMail[] = [];
  const replies = new Map<string, string>();
  const sockets = new Set<Socket>();

  const serve = async (socket: Socket): Promise<void> => {
    sockets.add(socket);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let from = "";
    let to: string[] = [];
    let content: string[] | undefined;
    say(replies.get("CONNECT") ?? "220 test");
    for await (const line of createInterface({ input: socket })) {
      if (content !== undefined) {
        if (line !== ".") {
          content.push(line.replace(/^\.\./, "."));
          continue;
        }
        const answer = replies.get(".") ?? "250 taken";
        if (answer.startsWith("2")) taken.push({ from, to, content: content.join("\n") });
        [from, to, content] = ["", [], undefined];
        say(answer);
        continue;
      }
      const command = line.split(/[ :]/)[0]?.toUpperCase() ?? "";
      const refusal = replies.get(command);
      if (refusal !== undefined) say(refusal);
      else if (command === "QUIT") socket.end("221 bye\r\n");
      else if (command === "DATA") {
        content = [];
        say("354 go on");
      } else {
        if (command === "MAIL") from = addressIn(line);
        if (command === "RCPT") to.push(addressIn(line));
        say("250 fine");
      }
    }
  };

  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    replies,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
