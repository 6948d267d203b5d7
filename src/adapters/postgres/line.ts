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
const TOO_SLOW =
  "The server asks for more than a million rounds of hashing. Set scram_iterations there, and the password again.";
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

/** PostgreSQL itself uses 4,096. A million take half a second, in which this process does nothing else. */
const MAX_SCRAM_ROUNDS = 1_000_000;
/** What a server sends until it asks for the password takes some hundred bytes. */
const MAX_GREETING_BYTES = 64_000;
const AUTHENTICATION = 0x52;
const SASL_CONTINUE = 11;

/**
 * The most rounds of hashing that a server has asked for, in all that it has sent; 0 if it has asked for none.
 *
 * https://www.postgresql.org/docs/current/protocol-message-formats.html, `AuthenticationSASLContinue`; RFC 5802, 5.1
 */
const scramRounds = (greeting: Buffer): number => {
  let rounds = 0;
  let at = 0;
  while (at + 9 <= greeting.length) {
    const end = at + 1 + Math.max(greeting.readUInt32BE(at + 1), 4);
    if (greeting[at] === AUTHENTICATION && greeting.readUInt32BE(at + 5) === SASL_CONTINUE) {
      const attributes = greeting.toString("utf8", at + 9, end).split(",");
      const asked = attributes.findLast((text) => text.startsWith("i="))?.slice(2) ?? "";
      rounds = Math.max(rounds, Number.parseInt(asked, 10));
    }
    at = end;
  }
  return rounds;
};

/** Opens a line once: a connection that is lost is not opened again, because its transaction is lost, too. */
export const openOnce = (line: Line, tls: "verify" | "off") => {
  let plain: Duplex | undefined;
  let stream: Duplex | undefined;
  let received = 0;
  const greeting: Buffer[] = [];
  const ignore = (): void => {};
  /** Closes a connection on which a server sends without end, which the client would keep in memory. */
  const limited = (opened: Duplex): Duplex => {
    stream = opened;
    return opened.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received <= MAX_GREETING_BYTES) greeting.push(chunk);
      if (received > MAX_RECEIVED_BYTES) opened.destroy(new PlaceError("database-failed", TOO_MUCH));
    });
  };
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
    /** Whether the password may be hashed as the server asks. If not, the connection is closed. */
    allowsPassword: (): boolean => {
      const rounds = received > MAX_GREETING_BYTES ? Number.NaN : scramRounds(Buffer.concat(greeting));
      if (rounds <= MAX_SCRAM_ROUNDS) return true;
      stream?.destroy(new PlaceError("database-refused", TOO_SLOW));
      return false;
    },
    close: (): void => void plain?.destroy(),
  };
};
