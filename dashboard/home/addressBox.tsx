/** One field to begin with: an address, and what to do with it. */
import { useState } from "react";
import { useLocation } from "wouter";
import { completeUrl } from "../../client/address.ts";
import { startCrawl } from "../../client/crawl.ts";
import { startWatching, type Watched } from "../../client/watch.ts";
import { useAction } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";
import { newFlowPath } from "../flows/start/startLink.ts";
import { WATCH_INTERVALS, type WatchInterval } from "../flows/watchIntervals.ts";
import { Button, ButtonLink, Card } from "../ui/basics.tsx";
import { AreaField, Form, Segments, SelectField, TextField } from "../ui/form.tsx";

type Purpose = "collect" | "crawl" | Watched;

const PURPOSES = [
  ["collect", "Collect data"],
  ["crawl", "Crawl the site"],
  ["text", "Watch the text"],
  ["picture", "Watch the picture"],
  ["price", "Watch the price"],
] as const satisfies readonly (readonly [Purpose, string])[];

const ABOUT: Readonly<Record<Purpose, string>> = {
  collect: "Rows of a table: products, articles, jobs and the like, from one page or many.",
  crawl: "The main content of every page as Markdown, nearest pages first.",
  text: "Each word that changes is shown in colour.",
  picture: "Taken in a browser, and compared pixel by pixel.",
  price: "Price and stock of the product on each page, with a chart.",
};

const ACTIONS: Readonly<Record<Purpose, string>> = {
  collect: "Continue",
  crawl: "Crawl",
  text: "Watch",
  picture: "Watch",
  price: "Watch",
};

/** The prompt for the sample shop. */
const SAMPLE_PROMPT = "All products with title and price";

const SampleShop = () => {
  const { sampleUrl } = useSession();
  if (sampleUrl === null)
    return (
      <p className="hint">
        No page at hand? Start the service with <code>--sample-port 4600</code> to try a sample shop.
      </p>
    );
  return (
    <p className="row">
      <span className="muted">No page at hand?</span>
      <ButtonLink
        needs="flows:write"
        isSmall
        to={newFlowPath({ url: sampleUrl, prompt: SAMPLE_PROMPT, generate: "1" })}
      >
        Try the sample shop
      </ButtonLink>
      <ButtonLink isSmall look="quiet" to="/playground">
        Try a single call
      </ButtonLink>
    </p>
  );
};

const linesOf = (text: string): string[] => text.split("\n").map(completeUrl).filter(Boolean);

export const AddressBox = ({ autoFocus = false }: { readonly autoFocus?: boolean }) => {
  const [text, setText] = useState("");
  const [purpose, setPurpose] = useState<Purpose>("collect");
  const [every, setEvery] = useState<WatchInterval>("1h");
  const [, navigate] = useLocation();
  const watching = useAction(
    (client, watch: Watched) => {
      const [url = "", ...more] = linesOf(text);
      return startWatching(client, { urls: [url, ...more], watch, every });
    },
    { changes: [["flows"], ["checklist"]], onDone: ({ flowId }) => navigate(`/flows/${flowId}`) },
  );
  const crawling = useAction((client, url: string) => startCrawl(client, { url }), {
    changes: [["flows"], ["runs"], ["checklist"]],
    onDone: ({ runId }) => navigate(`/runs/${runId}`),
  });
  const send = (): void => {
    const [url = ""] = linesOf(text);
    if (purpose === "collect") navigate(newFlowPath({ url }));
    else if (purpose === "crawl") crawling.mutate(url);
    else watching.mutate(purpose);
  };
  const button = (
    <Button
      needs="flows:write"
      type="submit"
      look="primary"
      isBusy={watching.isPending || crawling.isPending}
      disabled={text.trim() === ""}
    >
      {ACTIONS[purpose]}
    </Button>
  );
  const field = {
    autoCapitalize: "none",
    spellCheck: false,
    required: true,
    value: text,
    onValue: setText,
  } as const;
  return (
    <Card title="What do you want to collect?">
      <Form onSend={send}>
        <Segments label="Purpose" value={purpose} onValue={setPurpose} options={PURPOSES} />
        <div className="ask">
          {purpose === "price" ? (
            <AreaField
              {...field}
              label="URLs of product pages, one per line"
              rows={3}
              placeholder="shop.example/oak-kettle"
            />
          ) : (
            <TextField
              {...field}
              label="URL of a page"
              inputMode="url"
              autoFocus={autoFocus}
              placeholder="shop.example/books"
            />
          )}
          {purpose !== "collect" && purpose !== "crawl" && (
            <SelectField label="How often" value={every} onValue={setEvery} options={WATCH_INTERVALS} />
          )}
          {button}
        </div>
        <p className="hint">{ABOUT[purpose]}</p>
        <SampleShop />
      </Form>
    </Card>
  );
};
