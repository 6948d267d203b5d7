import { useState } from "react";
import { completeUrl } from "../../client/address.ts";
import { useAction } from "../api/queries.ts";
import { Button } from "../ui/basics.tsx";
import { TextField } from "../ui/form.tsx";
import { showMoney, showPlural } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";

interface SiteUrlsProps {
  /** A page of the site. */
  readonly url: string;
  /** How many URLs fit (default: as many as the API returns). */
  readonly limit?: number;
  readonly onUrls: (urls: readonly string[]) => void;
}

/** Finds a site's URLs from its sitemaps and a page's links. */
export const SiteUrls = ({ url, limit, onUrls }: SiteUrlsProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const site = typed ?? url;
  const [words, setWords] = useState("");
  const finding = useAction(
    (client) =>
      client.mapSite({
        url: completeUrl(site),
        ...(words.trim() !== "" && { q: words.trim() }),
        ...(limit !== undefined && { limit }),
      }),
    {
      isQuiet: true,
      changes: [["account"]],
      onDone: ({ urls }) => onUrls(urls.map((page) => page.url)),
    },
  );
  const { data: found } = finding;
  return (
    <details>
      <summary>Find URLs on a site</summary>
      <div className="stack tight">
        <div className="fields">
          <TextField label="Site" inputMode="url" value={site} onValue={setTyped} />
          <TextField label="URLs contain" hint="Leave empty for all." value={words} onValue={setWords} />
        </div>
        {finding.error !== null && <Problem error={finding.error} />}
        <div className="row">
          <Button isSmall does={finding}>
            Find URLs
          </Button>
          <span role="status">
            {found &&
              `${showPlural(found.urlCount, "URL")} found${found.truncated ? ", there are more" : ""}. Cost: ${showMoney(found.cost)}`}
          </span>
        </div>
        {found?.warnings?.map((warning) => (
          <p key={warning} className="hint">
            {warning}
          </p>
        ))}
      </div>
    </details>
  );
};
