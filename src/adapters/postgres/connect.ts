import postgres from "postgres";
import { PlaceError } from "../../contract/placeError.ts";
import { asPlaceError } from "./failures.ts";
import { type Line, openOnce } from "./line.ts";

/** A database and who writes to it. */
export interface Database {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: "verify" | "off";
}

const CONNECT_SECONDS = 30;
/** For one statement; also asked of the server, which then ends it. */
const STATEMENT_MS = 120_000;
const LOCK_MS = 30_000;
/** For a whole trial, which somebody waits for: less than `testDestination` may take. */
const TRIAL_MS = 20_000;

/** Runs one statement. @throws PlaceError of what the database answers */
export type Run = (
  statement: string,
  values?: readonly (string | number | null)[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Thrown to undo a transaction on purpose. */
const UNDONE = Symbol("undone");

const settingsOf = (
  { host, port, database, user, password }: Database,
  { open, allowsPassword }: ReturnType<typeof openOnce>,
) => ({
  host,
  port,
  database,
  username: user,
  // Asked for when the server has said how to hash it.
  password: () => (allowsPassword() ? password : new Promise<string>(() => {})),
  // Every byte goes through the connection that the egress has checked, which is secured already.
  socket: open,
  ssl: false,
  max: 1,
  // Poolers such as PgBouncer hand each transaction to another connection.
  prepare: false,
  fetch_types: false,
  connect_timeout: CONNECT_SECONDS,
  connection: { application_name: "gleaner" },
  onnotice: () => {},
});

/**
 * Does work in one transaction, and closes the connection: either all of it stays or nothing.
 *
 * @param isTrial everything is undone in the end
 * @throws PlaceError, and what `work` throws
 */
export const inTransaction = async <T>(
  database: Database,
  line: Line,
  work: (run: Run) => Promise<T>,
  isTrial = false,
): Promise<T> => {
  const connection = openOnce(line, database.tls);
  const sql = postgres(settingsOf(database, connection) as postgres.Options<Record<string, never>>);
  /** A server that has gone silent is given up: it cannot end the statement itself. */
  const withinTime = async <Answer>(answer: PromiseLike<Answer>, ms: number): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(
          new PlaceError("timeout", "The database did not answer in time. The delivery is tried again."),
        );
        connection.close();
      }, ms);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  let result: { readonly value: T } | undefined;
  /** What the work threw: failures of ours, such as rows that cannot be read, are not the database's. */
  let thrown: unknown;
  try {
    const done = sql.begin(async (transaction) => {
      const run: Run = async (statement, values = []) => {
        try {
          return await withinTime(transaction.unsafe(statement, [...values]), STATEMENT_MS);
        } catch (error) {
          throw asPlaceError(error);
        }
      };
      await run(`set local statement_timeout = ${STATEMENT_MS}`);
      await run(`set local lock_timeout = ${LOCK_MS}`);
      try {
        result = { value: await work(run) };
      } catch (error) {
        thrown = error;
        throw error;
      }
      if (isTrial) throw UNDONE;
    });
    await (isTrial ? withinTime(done, TRIAL_MS) : done);
  } catch (error) {
    if (error !== UNDONE) throw error === thrown ? error : asPlaceError(error);
  } finally {
    await sql.end({ timeout: 1 }).catch(() => undefined);
    connection.close();
  }
  if (!result) throw new Error("the transaction has no result");
  return result.value;
};
