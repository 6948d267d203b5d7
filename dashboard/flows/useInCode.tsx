import { useState } from "react";
import { useSession } from "../api/session.tsx";
import { Button, Card, SCROLLED_BY_KEYBOARD } from "../ui/basics.tsx";
import { Segments } from "../ui/form.tsx";
import { LANGUAGES, type Language, snippetOf } from "./snippets.ts";

const COPIED_MS = 2_000;
const OPTIONS = LANGUAGES.map((language) => [language, language] as const);

/** How a program runs the flow and reads its items. */
export const UseInCode = ({ flowId }: { readonly flowId: string }) => {
  const { apiUrl } = useSession();
  const [language, setLanguage] = useState<Language>("curl");
  const [isCopied, setCopied] = useState(false);
  const text = snippetOf(language, { apiUrl: new URL(apiUrl, location.href).href, flowId });
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Card
      title="Use in code"
      actions={
        <Button isSmall onClick={() => void copy()}>
          <span aria-live="polite">{isCopied ? "Copied" : "Copy code"}</span>
        </Button>
      }
    >
      <div className="stack">
        <Segments label="Language" value={language} onValue={setLanguage} options={OPTIONS} />
        <pre className="code" tabIndex={SCROLLED_BY_KEYBOARD}>
          <code>{text}</code>
        </pre>
        <p className="hint">
          Create an API key under Settings. It needs the scopes runs:read and, to start runs, runs:write.
        </p>
      </div>
    </Card>
  );
};
