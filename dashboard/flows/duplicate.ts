import type { Client, Flow, FlowDefinition } from "../../client/index.ts";
import { freeName } from "../../client/names.ts";
import { EMPTY_DRAFT } from "./editor/draft.ts";

/** What people define of a flow, as against its state. */
const DEFINED: readonly string[] = [...Object.keys(EMPTY_DRAFT), "examples"];

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Creates a draft with the same definition. Secrets, runs and data stay with the first. */
export const duplicateFlow = async (client: Client, flow: Flow): Promise<{ readonly id: string }> => {
  const definition = Object.fromEntries(
    Object.entries(flow).filter(([name, value]) => DEFINED.includes(name) && isSet(value)),
  ) as unknown as FlowDefinition;
  return client.createFlow({ ...definition, name: await freeName(client, `${flow.name} (copy)`) });
};
