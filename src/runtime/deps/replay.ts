import type { KeptPage } from "../../domain/runs/snapshots.ts";
import { TargetError } from "../../engine/egress/errors.ts";
import { parseDocument } from "../../engine/extract/index.ts";
import type { FetchPage } from "../../engine/page/index.ts";

/** A page that says that it is XML, and not the kind that browsers read as HTML. */
const isXml = (html: string): boolean => /^\s*<\?xml/.test(html) && !/<html[\s>]/i.test(html.slice(0, 2_000));

/** Gives the pages that an earlier run kept, and opens no connection. */
export const replayPages =
  (read: (url: string) => Promise<KeptPage | null>): FetchPage =>
  async (address) => {
    const kept = await read(address);
    if (!kept)
      throw new TargetError("target-failed", "This page was not kept by the run that is being read again.", {
        retryable: false,
      });
    const { url, html } = kept;
    return { ...kept, document: parseDocument(html, { url, xml: isXml(html) }) };
  };
