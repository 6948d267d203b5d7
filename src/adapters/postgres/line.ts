/** The connection of one delivery, which the egress opens and secures. */
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { PlaceError } from "../../contract/placeError.ts";

export interface Line {
  /** Opens a connection to a checked address. @throws what the egress refuses */
  readonly open: () => Promise<Duplex>;
  /** TLS over it, with the server's certificate verified. @throws the error of TLS */
  readonly secure: (plain: Duplex) => Promise<Duplex>;
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, `SSLRequest`. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const WILLING = "S";
const ANSWER_MS = 10_000;
/** What a server may send during a delivery, which reads nothing but the columns of a table. */
const MAX_RECEIVED_BYTES = 20_000_000;

const LOST = "The server closed the connection. The delivery is tried again.";
const TOO_MUCH = "The server sent more than 20 MB. Check that PostgreSQL listens at this host and port.";
const SILENT =
  "The server closed the connection or did not answer. Check that PostgreSQL listens at this host and port.";

/** Asks in the clear for TLS, as PostgreSQL does. @throws PlaceError if the server has none */
const askForTls = async (plain: Duplex): Promise<void> => {
  const silence = new AbortController();
  const give = (): void => silence.abort();
  const timer = setTimeout(give, ANSWER_MS);
  plain.once("close", give);
  try {
    plain.write(SSL_REQUEST);
    const [answer] = await once(plain, "data", { signal: silence.signal });
    // More than one byte would have been sent by somebody between, to be taken for the server's.
    if (String(answer) !== WILLING)
      throw new PlaceError("database-refused", "The server does not offer TLS. Turn it on there (ssl = on).");
  } catch (error) {
    throw silence.signal.aborted ? new PlaceError("database-failed", SILENT) : error;
  } finally {
    clearTimeout(timer);
    plain.off("close", give);
  }
};

/** Closes a connection on which a server sends without end, which the client would keep in memory. */
const limited = (stream: Duplex): Duplex => {
  let received = 0;
  return stream.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_RECEIVED_BYTES) stream.destroy(new PlaceError("database-failed", TOO_MUCH));
  });
};

/** Opens a line once: a connection that is lost is not opened again, because its transaction is lost, too. */
export const openOnce = (line: Line, tls: "verify" | "off") => {
  let plain: Duplex | undefined;
  const ignore = (): void => {};
  return {
    open: async (): Promise<Duplex> => {
      if (plain) throw new PlaceError("database-failed", LOST);
      plain = await line.open();
      // The client takes its listeners away when the connection closes; what fails after that concerns nobody.
      plain.on("error", ignore);
      if (tls === "off") return limited(plain.on("close", () => plain?.on("error", ignore)));
      await askForTls(plain);
      const secured = await line.secure(plain);
      return limited(secured.on("close", () => secured.on("error", ignore)));
    },
    close: (): void => void plain?.destroy(),
  };
};
