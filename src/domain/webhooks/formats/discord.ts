/** Messages for Discord: one embed, with every mention turned off. */
import type { AlertSeverity } from "../../../contract/account/alerts.ts";
import type { Message } from "./message.ts";
import { detailsOf, headlineOf } from "./parts.ts";
import { SEVERITY_NAMES } from "./severities.ts";

/** Limits of an embed: a title has 256 characters, a description 4,096, all texts together 6,000. */
const ROOM = { title: 256, text: 2_000, change: 400 } as const;

const COLORS: Readonly<Record<AlertSeverity, number>> = {
  info: 0x3b82f6,
  warning: 0xf59e0b,
  critical: 0xdc2626,
};

/** A backslash makes Discord show any of these as it is. */
const write = (character: string): string =>
  /[\\*_~`|>#[\]()<:-]/.test(character) ? `\\${character}` : character;

export const discordRequest = (message: Message) => {
  const { severity, link, timestamp } = message;
  const description = detailsOf(message, {
    text: { max: ROOM.text, write },
    change: { max: ROOM.change, write },
  });
  return {
    body: JSON.stringify({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: headlineOf(message, { max: ROOM.title, write }),
          ...(description !== "" && { description }),
          ...(link !== null && { url: link }),
          ...(severity !== null && { color: COLORS[severity], footer: { text: SEVERITY_NAMES[severity] } }),
          timestamp,
        },
      ],
    }),
  };
};
