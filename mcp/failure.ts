import { ApiError } from "../client/index.ts";
import { ERRORS } from "../client/vocabulary.ts";
import { DomainError } from "../src/contract/errors.ts";

/** Advice for agents, for errors whose usual remedy addresses programmers. */
const ADVICE: Readonly<Partial<Record<ApiError["code"], string>>> = {
  "invalid-request": "Fix the arguments and call the tool again.",
  unauthenticated:
    "This server's API key or sign-in is not valid. Ask whoever set it up to run gleaner login, or for a valid GLEANER_API_KEY.",
  "missing-scope":
    "This server's API key lacks the required scope. Ask whoever set it up for a key that has it.",
  "not-found": "Check the id: the tool that creates or lists such records returns it.",
  "robots-disallowed": "Use another page.",
};
const NOT_GLEANER = "The URL is not a Gleaner service. Ask whoever set this server up to check GLEANER_URL.";

const isKnown = (code: string): code is keyof typeof ERRORS => Object.hasOwn(ERRORS, code);

/** What an agent can do about an error of the API or of a run; empty if its code is unknown. */
export const adviceOn = (code: string): string =>
  isKnown(code) ? (ADVICE[code] ?? ERRORS[code].remedy) : code === "unexpected-answer" ? NOT_GLEANER : "";

/** Describes a failure so that an agent can act on it: what happened, and what to do. */
export const describeFailure = (error: unknown): string => {
  if (error instanceof ApiError || error instanceof DomainError) {
    // A message often contains its first detail.
    const details = error.details.filter(
      ({ message }, index) => index > 0 || !error.message.includes(message),
    );
    const fields = details.map(({ path, message }) => `; ${path}: ${message}`).join("");
    const said =
      fields === "" ? error.message : `${error.message.replace(/\.$/, "")}${fields}.`.replace(/\?\.$/, "?");
    const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
    const wait = seconds === null ? "" : ` Try again in ${seconds} s.`;
    return `${error.code}: ${said} ${adviceOn(error.code)}${wait}`;
  }
  if (error instanceof TypeError && error.cause instanceof Error)
    return "unreachable: The service cannot be reached. Try again later; if that does not help, ask the person who set this server up whether it is running, and whether GLEANER_URL is right.";
  if (error instanceof Error && error.name === "TimeoutError")
    return "timeout: The service did not answer in time. Try again later.";
  return error instanceof Error ? error.message : String(error);
};
