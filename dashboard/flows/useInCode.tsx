import { useSession } from "../api/session.tsx";
import { CodeCard } from "../ui/codeCard.tsx";
import { snippetOf } from "./snippets.ts";

/** How a program runs the flow and reads its items. */
export const UseInCode = ({ flowId }: { readonly flowId: string }) => {
  const { apiUrl } = useSession();
  return (
    <CodeCard
      title="Use in code"
      codeOf={(language) => snippetOf(language, { apiUrl: new URL(apiUrl, location.href).href, flowId })}
    >
      Create an API key under Settings. It needs the scopes runs:read and, to start runs, runs:write.
    </CodeCard>
  );
};
