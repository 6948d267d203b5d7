import { WAIT_CAPS, type WithWaiting } from "../../domain/runs/read/awaitRun.ts";
import { readEnv } from "../env.ts";
import { withFileLinks } from "./fileLinks.ts";
import { withTimers } from "./timers.ts";

export const withWaiting = (): WithWaiting => ({
  ...withTimers(),
  ...withFileLinks(),
  waitCaps: readEnv().STAGE === "local" ? WAIT_CAPS.local : WAIT_CAPS.deployed,
});
