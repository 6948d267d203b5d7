import { useEffect, useRef } from "react";
import type { Client, Inspection } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import type { Opening } from "./opening.ts";

const LOOK_EVERY_MS = 1_500;

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

/** The page once it has been opened; most are within the time of the request. */
const inspect = async (client: Client, { flowId, ...opening }: Opening): Promise<Inspection> => {
  let inspection = await client.createInspection({ ...opening, ...(flowId !== undefined && { flowId }) });
  while (inspection.status === "running") {
    await pause();
    inspection = await client.getInspection(inspection.id);
  }
  if (inspection.error) throw new Error(inspection.error.message);
  return inspection;
};

/** Opens a page to point at, at once. */
export const useInspection = (
  first: Opening,
  onDone?: (inspection: Inspection, opening: Opening) => void,
) => {
  const opening = useAction((client, how: Opening) => inspect(client, how), {
    isQuiet: true,
    ...(onDone && { onDone }),
  });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    opening.mutate(first);
  }, [first, opening]);
  return opening;
};
