/** Targets that must not be reached: loopback listeners that count connections. */
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { connect, createServer, type Server, type Socket } from "node:net";

export interface Listener {
  readonly name: string;
  /** Connections, or datagrams. */
  readonly hits: number;
}

export interface Listeners {
  /** Answers like a web server, and also receives datagrams. */
  readonly port: number;
  /** Accepts connections and never responds. */
  readonly silentPort: number;
  /** Nothing listens here. */
  readonly closedPort: number;
  /** The count so far. */
  readonly list: () => readonly Listener[];
  /** Connects to each as an attacker would, verifies that it counted, and resets the count. */
  readonly prove: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const ANSWER =
  "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: 6\r\n\r\nsecret";
const HOSTS = ["127.0.0.1", "127.0.0.2", "::1"];
const PROOF_TIMEOUT_MS = 10_000;

interface Counting {
  readonly name: string;
  hits: number;
  readonly touch: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const listenTcp = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((done, failed) => {
    server.once("error", failed).listen(port, host, () => done((server.address() as { port: number }).port));
  });

const openTcp = async (
  host: string,
  port: number,
  answer: string | null,
): Promise<Counting & { port: number }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counting.hits += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    if (answer !== null) socket.once("data", () => socket.end(answer));
  });
  const listening = await listenTcp(server, port, host);
  const counting = {
    name: `tcp ${host} ${answer === null ? "silent" : "open"}`,
    port: listening,
    hits: 0,
    touch: () =>
      new Promise<void>((done, failed) => {
        const socket = connect(listening, host, () => done(void socket.destroy()));
        socket.once("error", failed);
      }),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
  return counting;
};

const openUdp = async (host: string, port: number): Promise<Counting> => {
  const type = host.includes(":") ? "udp6" : "udp4";
  const socket: UdpSocket = createSocket(type, () => {
    counting.hits += 1;
  });
  await new Promise<void>((done, failed) => {
    socket.once("error", failed).bind(port, host, done);
  });
  const counting = {
    name: `udp ${host}`,
    hits: 0,
    touch: () =>
      new Promise<void>((done) => {
        const sender = createSocket(type);
        sender.send("x", port, host, () => done(void sender.close()));
      }),
    close: () => new Promise<void>((done) => socket.close(() => done())),
  };
  return counting;
};

const findClosedPort = async (): Promise<number> => {
  const { port, close } = await openTcp("127.0.0.1", 0, null);
  await close();
  return port;
};

/** Not every machine has all loopback addresses. */
const orNothing = <T>(opened: Promise<T>): Promise<T | null> => opened.catch(() => null);

const waitForHits = async (listener: Counting): Promise<void> => {
  const giveUpAtMs = Date.now() + PROOF_TIMEOUT_MS;
  while (listener.hits === 0) {
    if (Date.now() > giveUpAtMs)
      throw new Error(`The listener ${listener.name} did not register a probe, so its counts prove nothing.`);
    await new Promise((done) => setTimeout(done, 10));
  }
};

/** Opens one listener of each kind on every loopback address that this machine has. */
export const openListeners = async (): Promise<Listeners> => {
  const first = await openTcp("127.0.0.1", 0, ANSWER);
  const { port } = first;
  const silent = await openTcp("127.0.0.1", 0, null);
  const others = await Promise.all(HOSTS.slice(1).map((host) => orNothing(openTcp(host, port, ANSWER))));
  const datagrams = await Promise.all(HOSTS.map((host) => orNothing(openUdp(host, port))));
  const all = [first, silent, ...others, ...datagrams].filter((listener) => listener !== null);
  return {
    port,
    silentPort: silent.port,
    closedPort: await findClosedPort(),
    list: () => all,
    prove: async () => {
      for (const listener of all) {
        await listener.touch();
        await waitForHits(listener);
      }
      for (const listener of all) listener.hits = 0;
    },
    close: async () => {
      await Promise.all(all.map(({ close }) => close()));
    },
  };
};
