/** An outside proxy on loopback that records every connection it is asked for: HTTP CONNECT and SOCKS5 on one port. */
import { connect, createServer, type Server, type Socket } from "node:net";

interface ForwardProxyOptions {
  readonly port?: number | undefined;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Where names lead, as `host`; others are refused, since a proxy on loopback has no other network. */
  readonly names?: Readonly<Record<string, string>>;
  /** Wraps the server, such as in TLS. */
  readonly createServer?: (handle: (socket: Socket) => void) => Server;
}

export interface ForwardProxy {
  readonly port: number;
  /** The destinations it was asked for, as `host:port`, in order. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

type Read = (bytes: number) => Promise<Buffer>;

/** Reads exact numbers of bytes from a socket. */
const readerOf = (socket: Socket): Read => {
  let unread = Buffer.alloc(0);
  return async (bytes) => {
    while (unread.length < bytes) {
      const chunk = socket.read() as Buffer | null;
      if (chunk) unread = Buffer.concat([unread, chunk]);
      else
        await new Promise<void>((done, failed) => {
          socket.once("readable", done).once("close", () => failed(new Error("closed")));
        });
    }
    const taken = unread.subarray(0, bytes);
    unread = unread.subarray(bytes);
    return taken;
  };
};

const readHead = async (read: Read, first: Buffer): Promise<string> => {
  let text = first.toString("latin1");
  while (!text.endsWith("\r\n\r\n")) text += (await read(1)).toString("latin1");
  return text;
};

/** Reads a SOCKS5 request. @returns null if the credentials are wrong */
const readSocks = async (
  socket: Socket,
  read: Read,
  credentials: ForwardProxyOptions["credentials"],
): Promise<readonly [host: string, port: number] | null> => {
  const [methods = 0] = await read(1);
  const offered = await read(methods);
  const wanted = credentials ? 2 : 0;
  if (!offered.includes(wanted)) return null;
  socket.write(Buffer.from([5, wanted]));
  if (credentials) {
    const text = async () => (await read((await read(2))[1] ?? 0)).toString();
    const username = await text();
    const password = (await read((await read(1))[0] ?? 0)).toString();
    const isRight = username === credentials.username && password === credentials.password;
    socket.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) return null;
  }
  const type = (await read(4))[3];
  const host =
    type === 1
      ? [...(await read(4))].join(".")
      : type === 4
        ? ((await read(16)).toString("hex").match(/.{4}/g) ?? []).join(":")
        : (await read((await read(1))[0] ?? 0)).toString();
  return [host, (await read(2)).readUInt16BE()];
};

const LITERAL = /^[\d.]+$|:/;

/** Starts the proxy on a port of 127.0.0.1. */
export const startForwardProxy = async ({
  port: wanted = 0,
  credentials,
  names = {},
  createServer: create = (handle) => createServer(handle),
}: ForwardProxyOptions = {}): Promise<ForwardProxy> => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket)));
  };

  const join = (client: Socket, host: string, port: number, answer: (isOpen: boolean) => unknown): void => {
    asked.push(`${host}:${port}`);
    const address = LITERAL.test(host) ? host : names[host];
    if (address === undefined) {
      answer(false);
      return;
    }
    const target = connect(port, address, () => {
      answer(true);
      client.pipe(target).pipe(client);
    });
    track(target);
    target.once("error", () => answer(false));
    client.once("close", () => target.destroy());
    target.once("close", () => client.destroy());
  };

  const handle = async (socket: Socket): Promise<void> => {
    track(socket);
    const read = readerOf(socket);
    const first = await read(1);
    if (first[0] === 5) {
      const request = await readSocks(socket, read, credentials);
      if (!request) return void socket.end(Buffer.from([5, 0xff]));
      const reply = (isOpen: boolean) =>
        socket.write(Buffer.from([5, isOpen ? 0 : 4, 0, 1, 0, 0, 0, 0, 0, 0]));
      return join(socket, ...request, reply);
    }
    const head = await readHead(read, first);
    const [, host = "", port = "0"] = /^CONNECT \[?([^\s\]]+?)\]?:(\d+) /.exec(head) ?? [];
    const basic =
      credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64");
    const isRight = basic === undefined || head.includes(`\r\nProxy-Authorization: Basic ${basic}\r\n`);
    if (!isRight) socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    else if (host === "") socket.end("HTTP/1.1 405 Method Not Allowed\r\n\r\n");
    else
      join(socket, host, Number(port), (isOpen) =>
        socket.write(isOpen ? "HTTP/1.1 200 OK\r\n\r\n" : "HTTP/1.1 502 Bad Gateway\r\n\r\n"),
      );
  };

  const server = create((socket) => {
    handle(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed).listen(wanted, "127.0.0.1", done);
  });
  const { port } = server.address() as { port: number };
  return {
    port,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
};
