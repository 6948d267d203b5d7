/** Messages for Slack and compatible services (Mattermost, Rocket.Chat), which show `text` where they know no blocks. */
import type { Message } from "./message.ts";
import { detailsOf, headlineOf } from "./parts.ts";
import { toLine } from "./plainText.ts";
import { SEVERITY_NAMES } from "./severities.ts";

/** Slack cuts texts at 40,000 characters. */
const MAX_CHARS = 3_000;

/** Limits of Block Kit, with room for what is written around a text: a header has 150 characters, a section 3,000. */
const ROOM = { header: 150, section: 2_000, change: 300 } as const;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Makes a page's text safe, so that it mentions nobody and links nowhere: escapes angle brackets, which Slack uses
 * for mentions and links, and breaks up those in plain text (`@here`, `#general`, URLs).
 */
export const plainForSlack = (text: string): string =>
  [...toLine(text)]
    .slice(0, MAX_CHARS)
    .join("")
    .replace(/[&<>]/g, (char) => ESCAPES[char] ?? char)
    .replaceAll(/[@＠#]|:\/\/|\b(?:www|mailto)\b/giu, (found) => `${found}\u2060`);

/** Texts of pages are in plain text only, which Slack does not read as markup. */
const plain = (text: string) => ({ type: "plain_text", text, emoji: false });

const section = (text: string) => ({ type: "section", text: plain(text) });

const blocksOf = (message: Message): object[] => {
  const { link, severity } = message;
  const name = severity === null ? "" : `${SEVERITY_NAMES[severity]}: `;
  const details = detailsOf(message, { text: { max: ROOM.section }, change: { max: ROOM.change } });
  return [
    { type: "header", text: plain(name + headlineOf(message, { max: ROOM.header - name.length })) },
    ...(details === "" ? [] : [section(details)]),
    // The only markup, and the only link: both are the service's own.
    ...(link === null
      ? []
      : [{ type: "context", elements: [{ type: "mrkdwn", text: `<${encodeURI(link)}|Open in Gleaner>` }] }]),
  ];
};

export const slackRequest = (message: Message) => {
  const { severity, text, title } = message;
  const said = text || title;
  return {
    body: JSON.stringify({
      text: plainForSlack(severity === null ? said : `${SEVERITY_NAMES[severity]}: ${said}`),
      blocks: blocksOf(message),
      // Without these, Slack turns names and URLs in the text into mentions and links, and unfurls them.
      mrkdwn: false,
      parse: "none",
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
    }),
  };
};
