import type { DestinationTest } from "../../contract/deliveries/destinations.ts";
import { PlaceError } from "../../contract/placeError.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import type { Caller, Deps, WithSeals } from "../ports.ts";
import type { WithPlaces } from "./ports.ts";
import { sendTest } from "./send.ts";
import { openTarget } from "./target.ts";

/** Tries a destination, even an inactive one. A failure has no consequences. */
export const testDestination = async (
  deps: Deps & WithSeals & WithPlaces,
  caller: Caller,
  id: string,
): Promise<DestinationTest> => {
  const { store, now } = deps;
  const destination = await store.destinations.get(caller.accountId, id);
  if (!destination) throw notFound("destination", id);
  const target = await openTarget(deps, destination);
  const beganMs = now();
  const failure = await sendTest(deps, destination, target).then(
    () => null,
    (error: unknown) => {
      if (error instanceof PlaceError) return error;
      throw error;
    },
  );
  const succeeded = failure === null;
  await store.commit(
    audit(deps, caller, { action: "destination.tested", resource: id, metadata: { succeeded } }),
  );
  return {
    succeeded,
    httpStatus: failure?.httpStatus ?? null,
    duration: Math.max(0, now() - beganMs),
    error: failure && { code: failure.code, message: failure.message },
  };
};
