import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useSession } from "../api/session.tsx";
import { TEMPLATES } from "../flows/templates.ts";
import { Button, ButtonLink, Card } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";

/** The prompt for the sample shop. */
const SAMPLE_PROMPT = "All products with title and price";

const newFlowPath = (values: Readonly<Record<string, string>>): string =>
  `/flows/new?${new URLSearchParams(values)}`;

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
      <ButtonLink isSmall to={newFlowPath({ url: sampleUrl, prompt: SAMPLE_PROMPT, generate: "1" })}>
        Try the sample shop
      </ButtonLink>
    </p>
  );
};

/** The home page of an account without flows. */
export const Welcome = () => {
  const [url, setUrl] = useState("");
  const [, navigate] = useLocation();
  return (
    <>
      <Card title="What do you want to collect?">
        <Form onSend={() => navigate(newFlowPath({ url }))}>
          <div className="ask">
            <TextField
              label="URL of a page"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoFocus
              value={url}
              onValue={setUrl}
              placeholder="shop.example/books"
            />
            <Button type="submit" look="primary" disabled={url.trim() === ""}>
              Continue
            </Button>
          </div>
          <SampleShop />
        </Form>
      </Card>
      <section className="stack tight" aria-labelledby="templates">
        <h2 id="templates">Start from a template</h2>
        <ul className="templates">
          {TEMPLATES.map(({ id, title, about }) => (
            <li key={id}>
              <Link href={newFlowPath({ template: id })} className="template">
                <strong>{title}</strong>
                <span className="muted">{about}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};
