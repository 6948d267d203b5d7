import type { Transport } from "../../client/transport.ts";

const DRAIN_MS = 300_000;
const ASK_EVERY_MS = 1_000;

interface RunPage {
  readonly data: readonly { readonly id: string; readonly status: string }[];
  readonly nextCursor?: string;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The states of all the account's runs, page by page. */
const readStates = async ({ send }: Transport): Promise<Map<string, string>> => {
  const states = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await send("GET", `/runs?limit=100${after}`)).body as RunPage;
    for (const { id, status } of page.data) states.set(id, status);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return states;
};

/** The runs that are missing, or have not ended within five minutes. */
export const findLost = async (transport: Transport, runIds: ReadonlySet<string>): Promise<string[]> => {
  for (const giveUpAtMs = Date.now() + DRAIN_MS; ; await pause(ASK_EVERY_MS)) {
    const states = await readStates(transport);
    const open = [...runIds].filter((id) => ["queued", "running", undefined].includes(states.get(id)));
    if (open.length === 0 || Date.now() > giveUpAtMs) return open;
  }
};
