import type { Delivery } from "../client/index.ts";

/** A delivery for people: with its last attempt only. */
export const readableDelivery = <T extends Pick<Delivery, "attempts">>({ attempts, ...delivery }: T) => {
  const last = attempts.at(-1);
  return {
    ...delivery,
    attempts: attempts.length,
    httpStatus: last?.httpStatus ?? null,
    error: last?.error?.message ?? null,
  };
};
