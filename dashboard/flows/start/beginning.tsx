import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { completeUrl } from "../../../client/address.ts";
import { ApiError, type Flow, type GeneratedFlow } from "../../../client/index.ts";
import { useAction } from "../../api/queries.ts";
import { Button, Card } from "../../ui/basics.tsx";
import { AreaField, Form, TextField } from "../../ui/form.tsx";
import { ownTimezone } from "../../ui/ownTimezone.ts";
import { Problem } from "../../ui/problem.tsx";
import { draftOf, EMPTY_DRAFT, type FlowDraft } from "../editor/draft.ts";
import { StartFile } from "./startFile.tsx";
import { templateOf } from "./templates.ts";

/** A draft, with the notes and preview from generating it. */
export interface Start {
  readonly draft: FlowDraft;
  readonly generated?: Pick<GeneratedFlow, "notes" | "preview">;
  /** The flow that is stored already, because its page is behind a login. */
  readonly flowId?: string | undefined;
}

/** Uploaded files have no site, and so no picture to point at. */
const isUploaded = (url: string): boolean => hostOf(url) === "uploads.invalid";

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? "";

/** A name for a flow: the host, or the name of an uploaded file. */
const nameFor = (url: string): string =>
  isUploaded(url) ? decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)) : hostOf(url);

/** The page was read, and does not contain what was described. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.code === "invalid-request";

interface BeginningProps {
  readonly onStart: (start: Start) => void;
  /** Opens the page at this URL to point at it. */
  readonly onPoint: (url: string) => void;
}

/** Where a new flow starts: a URL and a description become a draft. Query parameters can fill both in. */
export const Beginning = ({ onStart, onPoint }: BeginningProps) => {
  const [search] = useSearchParams();
  const template = templateOf(search.get("template"));
  const [url, setUrl] = useState(() => completeUrl(search.get("url") ?? ""));
  const [prompt, setPrompt] = useState(search.get("prompt") ?? template?.prompt ?? "");
  const generating = useAction(
    (client) =>
      client.generateFlow({ url: completeUrl(url), prompt: prompt.trim(), timezone: ownTimezone() }),
    {
      isQuiet: true,
      onDone: (flow) => onStart({ draft: draftOf(flow as Partial<Flow>), generated: flow }),
    },
  );
  const begin = () => {
    const complete = completeUrl(url);
    onStart({ draft: { ...EMPTY_DRAFT, url: complete, name: nameFor(complete) } });
  };
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!search.has("generate") || hasBegun.current) return;
    hasBegun.current = true;
    generating.mutate();
  }, [search, generating]);
  const isUrlKnown = url !== "" && search.has("url");
  return (
    <Card title="What do you want to collect?">
      <Form onSend={() => generating.mutate()}>
        <StartFile onAddress={setUrl}>
          <TextField
            label="URL"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={url}
            onValue={setUrl}
            onBlur={() => setUrl(completeUrl(url))}
            placeholder={template?.placeholder ?? "shop.example/books"}
            autoFocus={!isUrlKnown}
          />
        </StartFile>
        <AreaField
          label="Describe the data"
          value={prompt}
          onValue={setPrompt}
          maxLength={2_000}
          placeholder="All books with title, price and whether they are in stock, every morning"
          hint="Describe it in your own words, or point at it on the page. You can review the steps before the flow is created. Ctrl+Enter generates."
          autoFocus={isUrlKnown}
        />
        {generating.error !== null && (
          <>
            <Problem error={generating.error} />
            <p>
              {isMissing(generating.error)
                ? "Point at what you want on the page, or describe it in the page's own words."
                : "Or build it by hand."}
            </p>
          </>
        )}
        <div className="actions">
          <Button
            needs="extract:write"
            type="submit"
            look="primary"
            isBusy={generating.isPending}
            disabled={url.trim() === "" || prompt.trim() === ""}
          >
            {generating.isPending ? "Generating …" : "Generate"}
          </Button>
          <Button
            onClick={() => onPoint(completeUrl(url))}
            disabled={url.trim() === "" || isUploaded(url) || generating.isPending}
          >
            Point at the page
          </Button>
          <Button onClick={begin} disabled={generating.isPending}>
            Build it by hand
          </Button>
        </div>
      </Form>
    </Card>
  );
};
