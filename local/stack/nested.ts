import { asArray, asObject, asText, isObject, type Json, type Template } from "./template.ts";

const NESTED_STACK = "AWS::CloudFormation::Stack";

/** Returns a reference's replacement; undefined to keep it. */
type Replace = (intrinsic: string, argument: Json) => Json | undefined;

const replaceReferences = (value: Json, replace: Replace): Json => {
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, replace));
  if (!isObject(value)) return value;
  const [[intrinsic, argument] = [], ...others] = Object.entries(value);
  if (intrinsic !== undefined && argument !== undefined && others.length === 0) {
    const replaced = replace(intrinsic, argument);
    if (replaced !== undefined) return replaced;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceReferences(item, replace)]),
  );
};

const inTemplate = <T>(piece: T, replace: Replace): T =>
  replaceReferences(piece as Json, replace) as unknown as T;

/**
 * Moves the resources of nested stacks into their parent stack, as if they had been written there: the
 * parameters and outputs of nested stacks become plain references.
 *
 * @param readNested reads a nested stack's template from the path in its CDK metadata
 * @throws Error if two stacks use the same logical id, or a template refers to something that does not exist
 */
export const inlineNestedStacks = (template: Template, readNested: (path: string) => Template): Template => {
  let whole = template;
  for (const [logicalId, resource] of Object.entries(template.Resources ?? {})) {
    if (resource.Type !== NESTED_STACK) continue;
    const path = asText(resource.Metadata?.["aws:asset:path"]);
    if (path === undefined)
      throw new Error(`The nested stack "${logicalId}" does not say where its template is.`);
    const nested = inlineNestedStacks(readNested(path), readNested);
    whole = inline(whole, logicalId, nested, asObject(resource.Properties?.Parameters));
  }
  return whole;
};

const inline = (
  outer: Template,
  logicalId: string,
  nested: Template,
  parameters: Readonly<Record<string, Json>>,
): Template => {
  const { [logicalId]: _, ...others } = outer.Resources ?? {};
  const given: Replace = (intrinsic, argument) =>
    intrinsic === "Ref" ? parameters[String(argument)] : undefined;
  const inner = inTemplate(nested, given);
  const outputOf: Replace = (intrinsic, argument) => {
    if (intrinsic !== "Fn::GetAtt") return undefined;
    const [from, name] = asArray(argument).map(String);
    if (from !== logicalId) return undefined;
    const output = inner.Outputs?.[name?.replace("Outputs.", "") ?? ""];
    if (output === undefined) throw new Error(`The nested stack "${logicalId}" has no output "${name}".`);
    return output.Value;
  };
  const clash = Object.keys(inner.Resources ?? {}).find((id) => id in others);
  if (clash !== undefined) throw new Error(`Two stacks name a resource "${clash}".`);
  return {
    ...outer,
    Resources: inTemplate({ ...others, ...inner.Resources }, outputOf),
    Outputs: inTemplate(outer.Outputs ?? {}, outputOf),
  };
};
