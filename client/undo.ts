import type { Operations } from "./generated.ts";

/** Does what a new flow was created for. If that fails, deletes the flow, so that nothing is left behind. */
export const orDeleteFlow = async <T>(
  client: Pick<Operations, "deleteFlow">,
  flowId: string,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await client.deleteFlow(flowId).catch(() => undefined);
    throw error;
  }
};
