import { DomainError } from "../../contract/errors.ts";
import { ConditionFailed } from "../../store/table.ts";

const STAGES = {
  claim: "claiming it",
  prepare: "opening its secrets",
  send: "sending it",
  keep: "recording its attempt",
  announce: "announcing its next attempt",
} as const;
type Stage = keyof typeof STAGES;

/** A delivery that failed on our side, with its stage. A receiver's error response is a normal attempt instead. */
class DeliveryFailed extends Error {
  override readonly name = "DeliveryFailed";
  readonly stage: Stage;

  constructor(stage: Stage, cause: unknown) {
    super(`A delivery failed while ${STAGES[stage]}: ${(cause as Error)?.message ?? cause}`, { cause });
    this.stage = stage;
  }
}

/** @throws DeliveryFailed; DomainError and ConditionFailed pass unchanged */
export const inStage = async <T>(stage: Stage, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConditionFailed || error instanceof DomainError) throw error;
    throw new DeliveryFailed(stage, error);
  }
};
