import { type ReactNode, useState } from "react";
import { Card, SCROLLED_BY_KEYBOARD } from "./basics.tsx";
import { CopyButton } from "./copyButton.tsx";
import { Segments } from "./form.tsx";
import { LANGUAGES, type Language } from "./languages.ts";

const OPTIONS = LANGUAGES.map((language) => [language, language] as const);

interface CodeCardProps {
  readonly title: string;
  /** The same program in each language. */
  readonly codeOf: (language: Language) => string;
  /** What the program needs, such as a key with certain scopes. */
  readonly children: ReactNode;
}

/** A program in the language of the reader's choice. */
export const CodeCard = ({ title, codeOf, children }: CodeCardProps) => {
  const [language, setLanguage] = useState<Language>("curl");
  const code = codeOf(language);
  return (
    <Card title={title} actions={<CopyButton isSmall text={code} label="Copy code" />}>
      <div className="stack">
        <Segments label="Language" value={language} onValue={setLanguage} options={OPTIONS} />
        <pre className="code" tabIndex={SCROLLED_BY_KEYBOARD}>
          <code>{code}</code>
        </pre>
        <p className="hint">{children}</p>
      </div>
    </Card>
  );
};
