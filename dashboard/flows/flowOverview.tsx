import { typeOfField } from "../../client/fieldType.ts";
import type { Flow, Step } from "../../client/index.ts";
import { Card, Time } from "../ui/basics.tsx";
import { showCount, showName, showPlural, showSchedule, showValue } from "../ui/format.ts";

/** A step's fields and values in one line. */
const describeStep = ({ type, ...fields }: Step): string =>
  Object.entries(fields)
    .filter(([name]) => name !== "label")
    .map(
      ([name, value]) =>
        `${showName(name)}: ${Array.isArray(value) && name === "fields" ? value.join(", ") : showValue(value)}`,
    )
    .join(" · ");

/** What a flow without steps does. */
const WITHOUT_STEPS: Readonly<Record<string, string>> = {
  records: "No steps. Records are detected automatically.",
  text: "No steps. The text of the page is watched.",
  price: "No steps. The name, price and availability of the page's product are watched.",
  picture: "No steps. The picture of the page is watched.",
};

const Steps = ({ flow: { mode, monitor, steps } }: { readonly flow: Flow }) =>
  steps.length === 0 ? (
    <p className="muted">{WITHOUT_STEPS[(mode === "monitor" && monitor.watch) || "records"]}</p>
  ) : (
    <ol className="stack tight steps">
      {steps.map((step, index) => (
        <li key={String(index)} className="row nowrap-row">
          <span className="step-number" aria-hidden="true">
            {index + 1}
          </span>
          <div className="step-text">
            <strong>{step.label ?? showName(step.type)}</strong>{" "}
            <code className="muted">{describeStep(step)}</code>
          </div>
        </li>
      ))}
    </ol>
  );

const showPace = ({ concurrency, delayMs }: Exclude<Flow["pace"], "auto">): string =>
  `${showCount(concurrency ?? 1)} of a site at once${delayMs ? `, ${showCount(delayMs)} ms apart` : ""}`;

/** A URL that is only complete once a run fills in its inputs. */
const HAS_INPUT = /\{\{\s*input\./;

/** Queued and cancelled runs are not counted. */
const showSuccess = ({ completedRuns, failedRuns }: Flow): string => {
  const finished = completedRuns + failedRuns;
  return finished === 0
    ? "No finished runs yet"
    : `${showCount(completedRuns)} of ${showPlural(finished, "run")}`;
};

const Facts = ({ flow }: { readonly flow: Flow }) => (
  <dl className="facts">
    <dt>URL</dt>
    <dd>
      {HAS_INPUT.test(flow.url) ? (
        <span className="mono">{flow.url}</span>
      ) : (
        <a href={flow.url} target="_blank" rel="noreferrer noopener">
          {flow.url}
        </a>
      )}
    </dd>
    {flow.urlCount !== null && (
      <>
        <dt>URLs</dt>
        <dd>{showPlural(flow.urlCount, "URL")}</dd>
      </>
    )}
    {Object.keys(flow.inputs).length > 0 && (
      <>
        <dt>Inputs</dt>
        <dd>{Object.keys(flow.inputs).join(", ")}</dd>
      </>
    )}
    <dt>Mode</dt>
    <dd>{showName(flow.mode)}</dd>
    <dt>Schedule</dt>
    <dd>
      {showSchedule(flow.schedule)}
      {flow.schedule !== null && flow.status !== "active" && (
        <span className="muted"> — starts once the flow is active</span>
      )}
    </dd>
    <dt>Next run</dt>
    <dd>
      <Time at={flow.nextRunAt} />
    </dd>
    <dt>Completed</dt>
    <dd>{showSuccess(flow)}</dd>
    <dt>Rendering</dt>
    <dd>
      {showName(flow.render)}
      {flow.robots === "ignore" && ", ignores robots.txt"}
      {flow.permissions !== "record" && `, skips pages that reserve ${flow.permissions.obey.join(", ")}`}
      {flow.pace !== "auto" && `, ${showPace(flow.pace)}`}
      {flow.proxy && ", through its own proxy"}
      {flow.request?.mobile && ", as a phone"}
      {flow.request?.language && `, in ${flow.request.language}`}
      {flow.request?.headers && `, with ${Object.keys(flow.request.headers).join(", ")}`}
    </dd>
    <dt>Fields</dt>
    <dd>
      {Object.entries(flow.outputSchema).length === 0
        ? "Auto-detected"
        : Object.entries(flow.outputSchema)
            .map(([name, type]) => `${name}: ${showValue(typeOfField(type))}`)
            .join(", ")}
    </dd>
    <dt>Updated</dt>
    <dd>
      <Time at={flow.updatedAt} /> <span className="muted">(version {flow.version})</span>
    </dd>
    <dt>Flow ID</dt>
    <dd>
      <code>{flow.id}</code>
    </dd>
  </dl>
);

export const FlowOverview = ({ flow }: { readonly flow: Flow }) => (
  <div className="columns">
    <Card title="What it does">
      {flow.description !== "" && <p>{flow.description}</p>}
      <Steps flow={flow} />
    </Card>
    <Card title="Details">
      <Facts flow={flow} />
    </Card>
  </div>
);
