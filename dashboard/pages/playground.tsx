import { useState } from "react";
import { useSearchParams } from "wouter";
import { completeUrl } from "../../client/address.ts";
import type { OutputSchema } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";
import { SchemaForm } from "../flows/editor/schemaForm.tsx";
import { AnswerCard } from "../playground/answerCard.tsx";
import { writeCall } from "../playground/callSnippets.ts";
import { type Form as AnswerForm, ask, callOf, FORMS, type Question } from "../playground/question.ts";
import { flowLinkOf } from "../playground/toFlow.ts";
import { Button, ButtonLink, Card, Empty } from "../ui/basics.tsx";
import { CodeCard } from "../ui/codeCard.tsx";
import { Form, Segments, TextField } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

const OPTIONS = [
  ["markdown", "Markdown"],
  ["record", "One record"],
  ["list", "List"],
  ["screenshot", "Screenshot"],
] as const satisfies readonly (readonly [AnswerForm, string])[];

const ABOUT: Readonly<Record<AnswerForm, string>> = {
  markdown: "The main content as text with headings, links and tables, for language models and notes.",
  record: "The page as one record: a product, an article, a company.",
  list: "One record for each row, card or entry on the page.",
  screenshot: "The full page, opened in a browser.",
};

const PLACEHOLDER = "https://shop.example/books";

/** One page, one call: try what the service makes of it, and take the call or a flow from here. */
export default function Playground() {
  const { apiUrl, sampleUrl } = useSession();
  const [search, setSearch] = useSearchParams();
  const [url, setUrl] = useState(search.get("url") ?? "");
  const [schema, setSchema] = useState<OutputSchema>({});
  const form = FORMS.find((each) => each === search.get("as")) ?? "markdown";
  const remember = (values: Readonly<Record<string, string>>): void =>
    setSearch((current) => ({ ...Object.fromEntries(current), ...values }), { replace: true });
  const question: Question = { url: completeUrl(url), form, schema };
  const asking = useAction(
    async (client, asked: Question) => ({ question: asked, answer: await ask(client, asked) }),
    { isQuiet: true, changes: [["account"]] },
  );
  const { data, error, isPending } = asking;
  const send = (asked: Question): void => {
    setUrl(asked.url);
    remember({ url: asked.url });
    asking.mutate(asked);
  };
  const call = callOf({ ...question, url: question.url || PLACEHOLDER });
  return (
    <Page
      title="Playground"
      lead="Try one page, then take the same call into your code or make a flow of it."
    >
      <div className="playground">
        <Card>
          <Form onSend={() => send(question)}>
            <TextField
              label="URL"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoFocus={url === ""}
              value={url}
              onValue={setUrl}
              placeholder="shop.example/books"
            />
            <Segments
              label="Form of the answer"
              value={form}
              onValue={(as) => remember({ as })}
              options={OPTIONS}
            />
            <p className="hint">{ABOUT[form]}</p>
            {(form === "record" || form === "list") && (
              <fieldset className="group">
                <legend>Fields</legend>
                {Object.keys(schema).length === 0 && <p className="hint">Leave empty to auto-detect.</p>}
                <SchemaForm schema={schema} onSchema={setSchema} />
              </fieldset>
            )}
            <div className="actions">
              <Button
                needs="extract:write"
                type="submit"
                look="primary"
                isBusy={isPending}
                disabled={url.trim() === ""}
              >
                {isPending ? "Reading …" : "Read the page"}
              </Button>
              {sampleUrl !== null && url === "" && (
                <Button needs="extract:write" onClick={() => send({ ...question, url: sampleUrl })}>
                  Use the sample shop
                </Button>
              )}
            </div>
          </Form>
        </Card>
        <div className="stack answers" aria-live="polite" aria-busy={isPending}>
          {isPending && (
            <div className="bar moving" role="status">
              <span className="visually-hidden">Reading the page …</span>
              <span />
            </div>
          )}
          {error !== null && !isPending && <Problem error={error} retry={() => send(question)} />}
          {data !== undefined && error === null && (
            <>
              <AnswerCard answer={data.answer} />
              <div className="notice">
                <p>A flow reads it again on a schedule, follows the next pages and reports what changed.</p>
                <div>
                  <ButtonLink needs="flows:write" to={flowLinkOf(data.question, data.answer)} look="primary">
                    Turn it into a flow
                  </ButtonLink>
                </div>
              </div>
            </>
          )}
          {data === undefined && error === null && !isPending && (
            <Card>
              <Empty title="The answer appears here">
                <p>Nothing is stored; no flow is needed.</p>
              </Empty>
            </Card>
          )}
        </div>
        <CodeCard
          title="The same in code"
          codeOf={(language) => writeCall(language, call, new URL(apiUrl, location.href).href)}
        >
          Create an API key under Settings. It needs the scope {call.scope}.
        </CodeCard>
      </div>
    </Page>
  );
}
