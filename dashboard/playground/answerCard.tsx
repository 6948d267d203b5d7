import { type ReactNode, useState } from "react";
import type { Item } from "../../client/index.ts";
import { Card, Empty, SCROLLED_BY_KEYBOARD } from "../ui/basics.tsx";
import { CopyButton } from "../ui/copyButton.tsx";
import { Segments } from "../ui/form.tsx";
import { showName, showPlural } from "../ui/format.ts";
import { type Currencies, columnsOf, Value } from "../ui/items.tsx";
import { Table } from "../ui/table.tsx";
import type { Answer } from "./question.ts";

const Text = ({ text }: { readonly text: string }) => (
  <pre className="code answer" tabIndex={SCROLLED_BY_KEYBOARD}>
    <code>{text}</code>
  </pre>
);

interface RecordsProps {
  readonly items: readonly Item[];
  readonly currencies: Currencies | undefined;
}

/** One record, a field per line. */
const OneRecord = ({ items: [item = {}], currencies = {} }: RecordsProps) => (
  <dl className="facts answer">
    {Object.entries(item).map(([name, value]) => (
      <div key={name} className="contents">
        <dt>{showName(name)}</dt>
        <dd className="lines">
          {typeof value === "string" && !/^https?:/.test(value) ? (
            value
          ) : (
            <Value value={value} currency={name in currencies ? currencies[name] : undefined} />
          )}
        </dd>
      </div>
    ))}
  </dl>
);

const AllRecords = ({ items, currencies }: RecordsProps) => (
  <Table
    caption="Records"
    rows={items}
    columns={columnsOf(items, (item) => item, undefined, currencies)}
    keyOf={(_, index) => String(index)}
  />
);

const VIEWS = [
  ["table", "Table"],
  ["json", "JSON"],
] as const;

const Data = ({ answer }: { readonly answer: Extract<Answer, { readonly items: unknown }> }) => {
  const [view, setView] = useState<"table" | "json">("table");
  const { items, missing, currencies, warnings, form } = answer;
  const json = JSON.stringify(form === "record" && items.length === 1 ? items[0] : items, null, 2);
  if (items.length === 0)
    return (
      <Card title="Answer">
        <Empty title="No records found">
          {warnings.length > 0
            ? warnings.join(" ")
            : "Choose another form, or describe the data in a new flow."}
        </Empty>
      </Card>
    );
  return (
    <Card
      title={`Answer: ${showPlural(items.length, "record")}`}
      isFlush
      actions={
        <>
          <Segments label="View" value={view} onValue={setView} options={VIEWS} />
          <CopyButton isSmall text={json} label="Copy JSON" />
        </>
      }
    >
      {(warnings.length > 0 || missing.length > 0) && (
        <ul className="answer-notes">
          {missing.length > 0 && <li>Not found on this page: {missing.map(showName).join(", ")}</li>}
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {view === "json" ? (
        <div className="card-body">
          <Text text={json} />
        </div>
      ) : form === "record" ? (
        <div className="card-body">
          <OneRecord items={items} currencies={currencies} />
        </div>
      ) : (
        <AllRecords items={items} currencies={currencies} />
      )}
    </Card>
  );
};

const Screenshot = ({ answer }: { readonly answer: Extract<Answer, { readonly form: "screenshot" }> }) => (
  <Card
    title="Answer"
    actions={
      <a href={answer.url} target="_blank" rel="noreferrer noopener">
        Open the picture
      </a>
    }
  >
    <figure className="page-picture">
      <div className="picture-scroll" tabIndex={SCROLLED_BY_KEYBOARD}>
        <img src={answer.url} alt="The page" width={answer.width} height={answer.height} />
      </div>
      <figcaption className="hint">
        {answer.width} × {answer.height}. Kept for 24 hours.
      </figcaption>
    </figure>
  </Card>
);

/** What the page gave. */
export const AnswerCard = ({ answer }: { readonly answer: Answer }): ReactNode => {
  if (answer.form === "screenshot") return <Screenshot answer={answer} />;
  if (answer.form !== "markdown") return <Data answer={answer} />;
  return (
    <Card title="Answer" actions={<CopyButton isSmall text={answer.text} label="Copy Markdown" />}>
      <Text text={answer.text} />
    </Card>
  );
};
