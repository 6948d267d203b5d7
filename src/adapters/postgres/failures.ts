/** Why a database did not take a delivery, and what to do about it. */
import postgres from "postgres";
import { PlaceError } from "../../contract/placeError.ts";

const MAX_CHARS = 300;

/** What to do, by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or Node's code. */
const REMEDIES: Readonly<Record<string, string>> = {
  "28P01": "Check the user and the password.",
  "28000": "The server does not let this user in. Check the user and pg_hba.conf.",
  "3D000": "Create it, or correct its name.",
  "3F000": "Create it, or correct its name.",
  "42501": "Grant the user USAGE and CREATE on the schema, and make it the owner of tables that exist.",
  "53100": "The server's disk is full.",
  "53300": "The server has too many connections.",
  "55P03": "Another program locks the table. The delivery is tried again.",
  "57014": "The server took too long. The delivery is tried again.",
  "0A000": "Change the view or rule that uses the column, or drop it.",
  "22001": "A value does not fit the type of its column. Change the column to text.",
  "22P02": "A value does not fit the type of its column. Change the column to text.",
  "22003": "A value does not fit the type of its column. Change the column to text.",
  "22007": "A value does not fit the type of its column. Change the column to text.",
  "22008": "A value does not fit the type of its column. Change the column to text.",
  "42P10": "The table was made for other data. Choose another table.",
  ECONNREFUSED: "Nothing listens at this host and port.",
  ECONNRESET: "The server closed the connection. The delivery is tried again.",
  EPIPE: "The server closed the connection. The delivery is tried again.",
  CONNECTION_CLOSED: "The server closed the connection. The delivery is tried again.",
  CONNECT_TIMEOUT: "The server did not answer in time. Check host, port and firewall.",
  ETIMEDOUT: "The server did not answer in time. Check host, port and firewall.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "The server's certificate is not from a public authority. Send its authority as caCertificate.",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "The server's certificate is not from a public authority. Send it as caCertificate.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The server's certificate is not from a public authority. Send its authority as caCertificate.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The server's certificate is not from a public authority. Send its authority as caCertificate.",
  CERT_HAS_EXPIRED: "The server's certificate has expired. Renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for another host. Use the host that it names.",
};

/** Errors of a database and its connection as a place's; others unchanged. */
export const asPlaceError = (error: unknown): unknown => {
  if (error instanceof PlaceError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" || !(error instanceof Error)) return error;
  const remedy = Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
  if (!(error instanceof postgres.PostgresError))
    return new PlaceError("database-failed", remedy ?? `The connection failed: ${code}. It is tried again.`);
  const said = message.slice(0, MAX_CHARS).replace(/\.?$/, ".");
  return new PlaceError("database-refused", `The database answered: ${said}${remedy ? ` ${remedy}` : ""}`);
};
