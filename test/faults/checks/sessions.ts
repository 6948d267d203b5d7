/** No site is asked to sign in more often than it may, and no session outlives its flow or is another's. */

import type { FlowSessionRecord } from "../../../src/store/flows/flowSessions.ts";
import type { FlowRecord } from "../../../src/store/flows/flows.ts";
import { type Check, rowsOf } from "./shared.ts";

export const checkSessions: Check = ({ atRest: { items }, sites }) => {
  const flows = new Set(rowsOf<FlowRecord>(items, "FLOWS").map(({ id }) => id));
  const tooOften = [...sites.values()].flatMap(({ url, login }) =>
    login && login.mostInRow > login.allowed
      ? [`${url}: ${login.mostInRow} sign-ins in a row failed; at most ${login.allowed} may`]
      : [],
  );
  const left = rowsOf<FlowSessionRecord>(items, "FLOWSESSIONS").flatMap(({ flowId, session, attempts }) => [
    ...(flows.has(flowId) ? [] : [`the session of ${flowId} is there without its flow`]),
    ...(session && !session.sealed ? [`the session of ${flowId} is not sealed`] : []),
    ...(attempts > 3 ? [`${flowId}: ${attempts} sign-ins are counted`] : []),
  ]);
  return [...tooOften, ...left];
};
