import { isUnsafeName } from "../../contract/common.ts";
import { isObject } from "../../contract/json.ts";

/** JSON Merge Patch (RFC 7396): objects merge by key, null removes, everything else replaces. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || isUnsafeName(name)) continue;
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
};
