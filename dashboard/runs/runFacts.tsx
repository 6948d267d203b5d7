import { Fragment } from "react";
import { Link } from "wouter";
import type { Run, RunError } from "../../client/index.ts";
import { ERRORS } from "../../client/vocabulary.ts";
import { Card, Time } from "../ui/basics.tsx";
import { showCount, showDuration, showMoney, showOrigin } from "../ui/format.ts";

const COST_PARTS = [
  ["compute", "Functions"],
  ["table", "Table"],
  ["objects", "Objects"],
  ["queue", "Messages"],
] as const satisfies readonly (readonly [keyof Run["costBreakdown"], string])[];

export const RunTiles = ({ run }: { readonly run: Run }) => (
  <dl className="tiles">
    <div className="tile">
      <dt>Items</dt>
      <dd>{showCount(run.itemsExtracted)}</dd>
    </div>
    <div className="tile">
      <dt>Pages</dt>
      <dd>{showCount(run.pagesFetched)}</dd>
    </div>
    <div className="tile">
      <dt>Data points</dt>
      <dd>{showCount(run.dataPointsExtracted)}</dd>
    </div>
    <div className="tile">
      <dt>Duration</dt>
      <dd>{showDuration(run.duration)}</dd>
    </div>
    <div className="tile">
      <dt>Cost</dt>
      <dd>{showMoney(run.cost)}</dd>
    </div>
  </dl>
);

/** Errors that only runs have. */
const RUN_REMEDIES: Readonly<Record<string, string>> = {
  "budget-stopped": "Raise the flow's cost limit, or collect less. Items collected so far are kept.",
  "signed-out": "Import new cookies on the flow's Login tab, or add steps that sign in.",
  "sign-in-failed": "Check the sign-in steps and the secrets that they type.",
  "sign-in-stopped": "Check the sign-in steps and secrets, then clear the session on the flow's Login tab.",
  "selector-broken": "Fix the selector in the flow, then re-extract from the saved pages.",
};

const remedyOf = ({ code, retryable }: RunError): string => {
  if (Object.hasOwn(RUN_REMEDIES, code)) return RUN_REMEDIES[code] ?? "";
  if (Object.hasOwn(ERRORS, code)) return ERRORS[code as keyof typeof ERRORS].remedy;
  return retryable
    ? "Try running it again. This may be temporary."
    : "Check the log, fix the flow, then run it again.";
};

/** The page that the run is waiting for. */
export const RunOpening = ({
  opening: { url, since },
}: {
  readonly opening: NonNullable<Run["opening"]>;
}) => (
  <p className="hint">
    Opening{" "}
    <a href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </a>
    , started <Time at={since} />
  </p>
);

/** Why the run failed, and what to do. */
export const RunFailure = ({ error }: { readonly error: RunError }) => (
  <div className="notice bad" role="alert">
    <strong>{error.message}</strong>
    <p>{remedyOf(error)}</p>
    <p className="hint">
      <code>{error.code}</code>
      {error.step !== null && (
        <>
          {" · step "}
          <code>{error.step}</code>
        </>
      )}
      {error.httpStatus !== null && ` · HTTP ${error.httpStatus}`}
      {error.url !== null && (
        <>
          {" · "}
          <a href={error.url} target="_blank" rel="noreferrer noopener">
            {error.url}
          </a>
        </>
      )}
    </p>
  </div>
);

/** The run's warnings. */
export const QualityWarnings = ({ title, warnings }: { readonly title: string } & Pick<Run, "warnings">) =>
  warnings.length > 0 && (
    <div className="notice warn">
      <strong>{title}</strong>
      <ul>
        {warnings.map(({ code, field, message }) => (
          <li key={`${code} ${field}`}>{message}</li>
        ))}
      </ul>
    </div>
  );

export const RunFacts = ({ run }: { readonly run: Run }) => (
  <Card title="Details">
    <dl className="facts">
      <dt>Flow</dt>
      <dd>
        <Link href={`/flows/${run.flowId}`}>{run.flowName}</Link>
      </dd>
      <dt>Started</dt>
      <dd>{showOrigin(run)}</dd>
      <dt>Requested</dt>
      <dd>
        <Time at={run.startedAt} />
      </dd>
      <dt>Ended</dt>
      <dd>
        <Time at={run.finishedAt} />
      </dd>
      {Object.entries(run.input ?? {}).map(([name, value]) => (
        <Fragment key={name}>
          <dt>Input: {name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      {run.retryOf !== undefined && (
        <>
          <dt>Retry of</dt>
          <dd>
            <Link href={`/runs/${run.retryOf}`}>{run.retryOf}</Link>
          </dd>
        </>
      )}
      {run.snapshotsOf !== undefined && (
        <>
          <dt>Pages from</dt>
          <dd>
            <Link href={`/runs/${run.snapshotsOf}`}>{run.snapshotsOf}</Link>
          </dd>
        </>
      )}
      <dt>Run ID</dt>
      <dd>
        <code>{run.id}</code>
      </dd>
    </dl>
  </Card>
);

export const RunCost = ({ run: { cost, costBreakdown } }: { readonly run: Run }) => (
  <Card title="Cost">
    <dl className="facts">
      {COST_PARTS.map(([part, title]) => (
        <div key={part} className="cost-part">
          <dt>{title}</dt>
          <dd className="number">{showMoney(costBreakdown[part])}</dd>
        </div>
      ))}
      <div className="cost-part">
        <dt>Total</dt>
        <dd className="number">
          <strong>{showMoney(cost)}</strong>
        </dd>
      </div>
    </dl>
    <p className="hint">Estimated from published AWS prices.</p>
  </Card>
);
