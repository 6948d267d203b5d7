/** Changes as an Atom feed (RFC 4287). */
import { createHash } from "node:crypto";
import type { Change, RecordChange, TextDiff } from "../../contract/runs/changes.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import { type Html, html } from "../docs/html.ts";

/** Longer values are cut in an entry. */
const MAX_VALUE = 500;
const MAX_RECORDS = 50;

/** What XML 1.0 cannot represent: control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const clean = (text: string): string => text.toWellFormed().replace(NOT_XML, " ");

/**
 * A UUID derived from the record's name (RFC 9562, version 5), so that it is the same wherever the service is
 * deployed.
 */
const NAMESPACE = Buffer.from("6ba7b8129dad11d180b400c04fd430c8", "hex");
const idOf = (...names: readonly string[]): string => {
  const bytes = createHash("sha1").update(NAMESPACE).update(names.join("/")).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")}`;
};

const textOf = (value: unknown, currency?: string): string => {
  if (typeof value === "number" && currency !== undefined)
    return value.toLocaleString("en", { style: "currency", currency });
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
};

const HEADINGS = { added: "Added", removed: "Removed", changed: "Changed" } as const;

/** The lines of a long text that differ, with the words that were removed and added. */
const hunk = ({ lines }: TextDiff["hunks"][number]): Html =>
  html`<p>${lines
    .filter(({ noise }) => noise === undefined)
    .map(
      ({ parts }) =>
        html`${parts.map(({ type, text }) =>
          type === "same" ? text : type === "added" ? html`<ins>${text}</ins>` : html`<del>${text}</del>`,
        )}<br>`,
    )}</p>`;

const record = ({ type, label, fields }: RecordChange): Html => {
  const values = Object.entries(fields).map(([name, { previous, current, currency, diff }]) =>
    type === "changed" && diff
      ? html`<li>${name}: ${diff.hunks.map(hunk)}</li>`
      : type === "changed"
        ? html`<li>${name}: ${textOf(previous, currency)} → ${textOf(current, currency)}</li>`
        : html`<li>${name}: ${textOf(type === "removed" ? previous : current, currency)}</li>`,
  );
  return html`<p>${label !== undefined && html`<b>${label}</b>: `}${HEADINGS[type]}</p><ul>${values}</ul>`;
};

/** Markup as text; the feed escapes it again. */
const contentOf = ({ records, recordsOmitted }: Change): string => {
  const shown = records.slice(0, MAX_RECORDS);
  const more = recordsOmitted + records.length - shown.length;
  return html`${shown.map(record)}${more > 0 && html`<p>${more} more.</p>`}`.html;
};

const entry = (flow: FlowRecord, change: Change): Html => html`
  <entry>
    <id>${idOf(flow.accountId, change.id)}</id>
    <title>${clean(change.message)}</title>
    <published>${change.createdAt}</published>
    <updated>${change.createdAt}</updated>
    <link rel="alternate" href="${clean(flow.url)}"/>
    <content type="html">${clean(contentOf(change))}</content>
  </entry>`;

interface Feed {
  readonly flow: FlowRecord;
  /** Newest first. */
  readonly changes: readonly Change[];
  /** URL of the feed, without a token. */
  readonly self: string;
}

export const atomFeed = ({ flow, changes, self }: Feed): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${idOf(flow.accountId, flow.id)}</id>
  <title>${clean(flow.name)}: changes</title>
  <updated>${changes[0]?.createdAt ?? flow.createdAt}</updated>
  <author><name>Gleaner</name></author>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" href="${clean(flow.url)}"/>${changes.map((change) => entry(flow, change))}
</feed>
`.html;
