import {
  asArray,
  isObject,
  type Json,
  type Template,
  type TemplateResource,
} from "../../local/stack/template.ts";

/** Replaces references to what was left out. */
const STAND_IN = "left-out";

/** The target of a reference; undefined if it is not a reference. */
const targetOf = (intrinsic: string, argument: Json): string | undefined => {
  if (intrinsic === "Ref") return String(argument);
  return intrinsic === "Fn::GetAtt" ? String(asArray(argument)[0]) : undefined;
};

/**
 * A template that only contains resources of the given types. References to other resources become a text.
 *
 * @param code replaces all code
 */
export const reduceTemplate = (
  template: Template,
  types: ReadonlySet<string>,
  code: { readonly S3Bucket: string; readonly S3Key: string },
): Template => {
  const kept = Object.entries(template.Resources ?? {}).filter(([, { Type }]) => types.has(Type));
  const leftOut = new Set(Object.keys(template.Resources ?? {}));
  for (const [logicalId] of kept) leftOut.delete(logicalId);
  const reduce = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(reduce);
    if (!isObject(value)) return value;
    const [[intrinsic = "", argument = null] = [], ...others] = Object.entries(value);
    if (others.length === 0) {
      const target = targetOf(intrinsic, argument);
      if (intrinsic === "Fn::ImportValue" || (target !== undefined && leftOut.has(target))) return STAND_IN;
    }
    if ("S3Key" in value) return { ...code };
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, reduce(item)]));
  };
  const { Parameters = {} } = template;
  return {
    Parameters,
    Resources: Object.fromEntries(
      kept.map(([logicalId, { Type, Properties = {} }]): [string, TemplateResource] => [
        logicalId,
        { Type, Properties: reduce(Properties) as Readonly<Record<string, Json>> },
      ]),
    ),
  };
};
