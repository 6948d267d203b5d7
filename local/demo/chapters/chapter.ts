import type { Client, FlowDefinition, Run } from "../../../client/index.ts";
import type { DemoSite } from "../../demo-site/site.ts";
import { StartFailure } from "../../failure.ts";
import type { Voice } from "../print.ts";
import { watchRun } from "../run.ts";

/** What a chapter of the demo can use. Like a user, it only calls the API. */
export interface Scene {
  readonly client: Client;
  readonly shop: DemoSite;
  readonly voice: Voice;
}

/** Creates a flow, runs it and follows the run until it ends. */
export const collect = async (
  { client, voice }: Pick<Scene, "client" | "voice">,
  flow: FlowDefinition,
): Promise<Run> => {
  const { id: flowId } = await client.createFlow(flow);
  voice.say(`${voice.dim("POST /flows")}    ${flowId}`);
  return runFlow({ client, voice }, flowId);
};

/** Runs a flow again and follows the run until it ends. */
export const runFlow = async (
  { client, voice }: Pick<Scene, "client" | "voice">,
  flowId: string,
): Promise<Run> => {
  const { id: runId } = await client.createRun({ flowId });
  voice.say(`${voice.dim("POST /runs")}     ${runId}`);
  voice.say(`${voice.dim("GET /runs/:id")}  its log`);
  return watchRun(client, runId, voice);
};

/** @throws StartFailure with the error of a run that should have completed */
export const expectCompleted = (run: Run): Run => {
  if (run.status === "completed") return run;
  throw new StartFailure(
    `The demo failed, ${run.error === null ? `a run ended as ${run.status}` : `${run.error.code}: ${run.error.message}`}`,
  );
};
