import { createCaller } from "../../adapters/caller.ts";
import type { WithInspectors } from "../../domain/inspections/inspections.ts";
import { required } from "../env.ts";

export const withInspectors = (): WithInspectors => ({
  inspectors: createCaller(required("INSPECTPAGE_FUNCTION_NAME")),
});
