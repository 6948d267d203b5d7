/** Messages for ntfy, published as JSON: a header could not carry every title. */
import type { AlertSeverity } from "../../../contract/account/alerts.ts";
import type { Message } from "./message.ts";
import { detailsOf, headlineOf } from "./parts.ts";
import { cutTo } from "./plainText.ts";

/** A message has at most 4,096 bytes; ntfy turns longer ones into files. Titles are cut as phones would. */
const ROOM = { title: 200, text: 2_000, change: 300, messageBytes: 4_096 } as const;

/** From 1, without a sound, to 5. */
const PRIORITIES: Readonly<Record<AlertSeverity, number>> = { info: 3, warning: 4, critical: 5 };

/** Tags that ntfy shows as an emoji. */
const TAGS: Readonly<Record<AlertSeverity, string>> = {
  info: "information_source",
  warning: "warning",
  critical: "rotating_light",
};

const sizeOf = (text: string): number => Buffer.byteLength(text);

export const ntfyRequest = (message: Message, url: string) => {
  const { severity, link } = message;
  const rooms = { text: { max: ROOM.text }, change: { max: ROOM.change } };
  // An empty message would be shown as "triggered".
  const said = detailsOf(message, rooms) || headlineOf(message, rooms.text);
  const { origin, pathname } = new URL(url);
  return {
    url: `${origin}/`,
    body: JSON.stringify({
      topic: pathname.slice(1),
      title: headlineOf(message, { max: ROOM.title }),
      message: cutTo(said, { max: ROOM.messageBytes, sizeOf }),
      markdown: false,
      ...(severity !== null && { priority: PRIORITIES[severity], tags: [TAGS[severity]] }),
      ...(link !== null && { click: link }),
    }),
  };
};
