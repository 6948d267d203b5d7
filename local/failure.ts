/** A reason why the service cannot start; `message` is one sentence for the user. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** The message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether an error of the operating system or of SQLite says that a disk is full. */
export const isDiskFull = (error: unknown): boolean => /ENOSPC|disk is full/.test(messageOf(error));

/** Whether an error has this `code` (Node's system errors) or `name` (the AWS SDK's). */
export const isErrorNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && (error.name === name || ("code" in error && error.code === name));
