import type { WithDeployment } from "../../domain/health/deployment.ts";
import { required } from "../env.ts";

export const withDeployment = (): WithDeployment => ({
  deployment: { version: required("SERVICE_VERSION"), build: required("BUILD"), startedAtMs: Date.now() },
});
