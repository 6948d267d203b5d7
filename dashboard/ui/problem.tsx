import { ApiError } from "../../client/index.ts";
import { ERRORS } from "../../client/vocabulary.ts";
import { messageOf } from "../api/queries.ts";
import { Button } from "./basics.tsx";

const remedyOf = (code: string): string | undefined =>
  Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].remedy : undefined;

interface ProblemProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

/** An error in full: what happened, what to do, and the request id for support. */
export const Problem = ({ error, retry }: ProblemProps) => {
  const known = error instanceof ApiError ? error : null;
  return (
    <div className="notice bad" role="alert">
      <strong>{messageOf(error)}</strong>
      {known !== null && known.details.length > 0 && (
        <ul>
          {known.details.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== "" && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      <p className="muted">
        {known === null ? "Check your connection and try again." : remedyOf(known.code)}
      </p>
      {known !== null && (
        <p className="hint">
          <code>{known.code}</code>
          {known.requestId !== null && (
            <>
              {" · request "}
              <code>{known.requestId}</code>
            </>
          )}
        </p>
      )}
      {retry !== undefined && (
        <div>
          <Button isSmall onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
};
