import { REPEATS } from "../sim/world.ts";
import { checkCounters } from "./counters.ts";
import { checkDeliveries } from "./deliveries.ts";
import { checkFlowLists } from "./flowLists.ts";
import { checkJournal } from "./journal.ts";
import { checkMonitors } from "./monitor.ts";
import { checkOrigins } from "./origins.ts";
import { checkRuns } from "./runs.ts";
import { checkSessions } from "./sessions.ts";
import type { Check } from "./shared.ts";

/** The work is done, and nothing is left of it. */
export const checkRest: Check = ({ isAtRest, atEnd, history }) => [
  ...(isAtRest ? [] : ["it never comes to rest"]),
  ...atEnd.items.flatMap(({ pk, sk, duePk, dueKind }) =>
    duePk === undefined || REPEATS.has(dueKind) ? [] : [`${pk} / ${sk} is due forever`],
  ),
  ...history.faultsFound,
];

/** Workers that run Chromium are given no more than this, and need no more. */
const checkConfined: Check = ({ refused }) => [...refused].map((call) => `a run's session refuses ${call}`);

/** All that must hold of any story. */
export const checkAll: Check = (outcome) =>
  [
    checkRest,
    checkConfined,
    checkRuns,
    checkCounters,
    checkJournal,
    checkDeliveries,
    checkMonitors,
    checkFlowLists,
    checkOrigins,
    checkSessions,
  ].flatMap((check) => check(outcome));
