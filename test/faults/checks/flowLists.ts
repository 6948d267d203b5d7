/** Every flow with an uploaded list has it, and no list stays without its flow. */
import type { FlowList } from "../../../src/store/flows/flowLists.ts";
import type { FlowRecord } from "../../../src/store/flows/flows.ts";
import { type Check, compare, rowsOf } from "./shared.ts";

export const checkFlowLists: Check = ({ atEnd: { items }, objectsAtEnd }) => {
  const flows = rowsOf<FlowRecord>(items, "FLOWS").filter(({ uploadId }) => uploadId);
  const wanted = flows.map(({ id, uploadId }) => `${id} ${uploadId}`).toSorted();
  const listed = rowsOf<FlowList>(items, "FLOWLISTS").map(({ flowId, uploadId }) => `${flowId} ${uploadId}`);
  const stored = [...objectsAtEnd.keys()].flatMap((key) => {
    const [folder, , flowId, name = ""] = key.split("/");
    return folder === "flows" ? [`${flowId} ${name.replace(/\.gz$/, "")}`] : [];
  });
  return [
    ...compare("lists of flows", listed.toSorted(), wanted),
    ...compare("objects of lists of flows", stored.toSorted(), wanted),
  ];
};
