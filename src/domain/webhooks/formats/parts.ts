/** The parts of a message that every format has. */
import type { Message } from "./message.ts";
import { placed, type Room } from "./plainText.ts";

/** What happened, in one line that is never empty. */
export const headlineOf = ({ title, text }: Message, room: Room): string =>
  placed(title, room) || placed(text, room) || "Gleaner";

/** The first changes, one per line, and how many more there are. */
export const changeLinesOf = ({ changes, moreChanges }: Message, room: Room): string[] => [
  ...changes.map((change) => `• ${placed(change, room)}`),
  ...(moreChanges > 0 ? [`… and ${moreChanges.toLocaleString("en")} more`] : []),
];

/** The changes of a monitor, or what else happened; empty if there is nothing to add to the headline. */
export const detailsOf = (message: Message, rooms: { readonly text: Room; readonly change: Room }): string =>
  changeLinesOf(message, rooms.change).join("\n") || placed(message.text, rooms.text);
