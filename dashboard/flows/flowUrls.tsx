import type { Client } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Button } from "../ui/basics.tsx";
import { AreaField, FileField } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import type { FlowDraft } from "./editor/draft.ts";
import { useFault } from "./editor/faults.ts";
import { LIST_FILES, MAX_SENT_URLS, uploadFile } from "./runList.ts";
import { SiteUrls } from "./siteUrls.tsx";

/** The name of the upload: a flow that is saved before its end would lack the list. */
export const UPLOADS_LIST = "uploads a list of URLs";

interface FlowUrlsProps {
  readonly draft: FlowDraft;
  readonly onDraft: (draft: FlowDraft) => void;
}

/** The URLs that each run of a flow opens: typed, found on its site, or in a file. */
export const FlowUrls = ({ draft, onDraft }: FlowUrlsProps) => {
  const urlsFault = useFault("urls");
  const uploadFault = useFault("uploadId");
  const uploading = useAction((client: Client, file: File) => uploadFile(client, file), {
    isQuiet: true,
    name: UPLOADS_LIST,
    onDone: (uploadId) => onDraft({ ...draft, urls: [], uploadId }),
  });
  if (draft.uploadId !== null)
    return (
      <div className="field">
        <span>URLs</span>
        <div className="row">
          <span role="status">{uploading.variables?.name ?? "An uploaded list"}</span>
          <Button isSmall onClick={() => onDraft({ ...draft, uploadId: null })}>
            Remove list
          </Button>
        </div>
        {uploadFault !== undefined && <span className="fault">{uploadFault}</span>}
        <span className="hint">Each run opens the URLs in this list.</span>
      </div>
    );
  return (
    <>
      <AreaField
        label="URLs"
        className="mono"
        rows={2}
        value={draft.urls.join("\n")}
        fault={urlsFault}
        hint="One per line, up to 1,000. Each run opens these instead of the flow's URL. Leave empty to start at that URL."
        onValue={(text) => onDraft({ ...draft, urls: text.split("\n") })}
      />
      <SiteUrls url={draft.url} limit={MAX_SENT_URLS} onUrls={(urls) => onDraft({ ...draft, urls })} />
      <FileField
        label="Or a file of URLs"
        hint={uploading.isPending ? "Uploading…" : LIST_FILES.hint}
        accept={LIST_FILES.accept}
        onFile={(file) => file && uploading.mutate(file)}
      />
      {uploading.error !== null && <Problem error={uploading.error} />}
    </>
  );
};
