import { DomainError, type ErrorCode } from "../../contract/errors.ts";
import { TargetError } from "../egress/index.ts";
import { readingFault } from "../page/index.ts";
import { BrokenSelector } from "../steps/index.ts";

/** Codes that only runs have. `sign-in-stopped`: no further sign-in is tried. */
type SignInFault = "signed-out" | "sign-in-failed" | "sign-in-stopped";

/** `selector-broken`: the page was read, but has nothing that a selector matches. */
type CollectionFault = ErrorCode | SignInFault | "selector-broken";

interface CollectionErrorOptions {
  readonly retryable: boolean;
  readonly step?: string | undefined;
  readonly url?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly cause?: unknown;
}

/** Why a collection cannot continue. `message` is shown to the flow's owner. */
export class CollectionError extends Error {
  override readonly name = "CollectionError";
  readonly code: CollectionFault;
  /** The step's label, or its path such as `steps[1]`. */
  readonly step: string | undefined;
  readonly url: string | undefined;
  readonly httpStatus: number | undefined;
  readonly retryable: boolean;

  constructor(code: CollectionFault, message: string, options: CollectionErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.step = options.step;
    this.url = options.url;
    this.httpStatus = options.httpStatus;
    this.retryable = options.retryable;
  }
}

/** Whether no other page of the run can be read either. */
export const endsRun = ({ code }: CollectionError): boolean =>
  code === "sign-in-failed" || code === "sign-in-stopped";

/** Adds the step and URL to a page's error; null if the page is not at fault. */
export const toCollectionError = (
  thrown: unknown,
  url: string,
  step: string | undefined,
): CollectionError | null => {
  const error = readingFault(thrown) ?? thrown;
  if (error instanceof TargetError) {
    const { code, message, retryable, httpStatus } = error;
    return new CollectionError(code, message, { retryable, httpStatus, step, url, cause: error });
  }
  if (error instanceof DomainError)
    return new CollectionError(error.code, error.message, { retryable: false, step, url, cause: error });
  if (error instanceof BrokenSelector)
    return new CollectionError("selector-broken", error.message, {
      retryable: false,
      step,
      url,
      cause: error,
    });
  return null;
};
