/** Messages for Microsoft Teams: an Adaptive Card, as the webhook trigger of Workflows expects it. */
import type { AlertSeverity } from "../../../contract/account/alerts.ts";
import type { Message } from "./message.ts";
import { detailsOf, headlineOf } from "./parts.ts";
import { SEVERITY_NAMES } from "./severities.ts";

/** A message has at most 28 KB; a character has up to three bytes, and these together far fewer. */
const ROOM = { title: 256, text: 2_000, change: 300 } as const;

const COLORS: Readonly<Record<AlertSeverity, string>> = {
  info: "Accent",
  warning: "Warning",
  critical: "Attention",
};

/** Texts of pages are in text runs only: these are shown as they are, while text blocks read Markdown. */
const paragraph = (text: string, style: object = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, ...style }],
});

export const teamsRequest = (message: Message) => {
  const { severity, link } = message;
  const details = detailsOf(message, { text: { max: ROOM.text }, change: { max: ROOM.change } });
  const body = [
    ...(severity === null
      ? []
      : [{ type: "TextBlock", text: SEVERITY_NAMES[severity], color: COLORS[severity], weight: "Bolder" }]),
    paragraph(headlineOf(message, { max: ROOM.title }), { size: "Large", weight: "Bolder" }),
    ...(details === "" ? [] : details.split("\n").map((line) => paragraph(line))),
  ];
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body,
    ...(link !== null && { actions: [{ type: "Action.OpenUrl", title: "Open in Gleaner", url: link }] }),
  };
  return {
    body: JSON.stringify({
      type: "message",
      attachments: [
        { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card },
      ],
    }),
  };
};
