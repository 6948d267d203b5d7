import { arnOf, LOCAL_ACCOUNT, LOCAL_REGION, physicalName, type QueueUrlOf, refOf } from "./names.ts";
import { asArray, asObject, asText, isObject, type Json, type JsonObject, type Stack } from "./template.ts";

/** Resolves the intrinsic functions in a piece of one stack's template. */
export type Resolve = (value: Json) => Json;

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  "AWS::AccountId": LOCAL_ACCOUNT,
  "AWS::Region": LOCAL_REGION,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
};

/** Creates each stack's resolver. Exports of one stack are imports of another. */
export const createResolvers = (
  stacks: readonly Stack[],
  queueUrlOf: QueueUrlOf,
): ReadonlyMap<Stack, Resolve> => {
  const importValue = (name: Json): Json => {
    for (const stack of stacks) {
      const resolve = resolvers.get(stack);
      for (const output of Object.values(stack.template.Outputs ?? {})) {
        if (resolve && output.Export && resolve(output.Export.Name) === name) return resolve(output.Value);
      }
    }
    throw new Error(`No stack exports "${String(name)}".`);
  };
  const resolvers: ReadonlyMap<Stack, Resolve> = new Map(
    stacks.map((stack) => [stack, createResolver(stack, queueUrlOf, importValue)]),
  );
  return resolvers;
};

const createResolver = (stack: Stack, queueUrlOf: QueueUrlOf, importValue: Resolve): Resolve => {
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isObject(value)) return value;
    const [name, ...others] = Object.keys(value);
    const apply = name === undefined || others.length > 0 ? undefined : FUNCTIONS[name];
    if (apply && name !== undefined) return apply(value[name] ?? null);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  };

  const resourceNamed = (logicalId: string) => {
    const resource = stack.template.Resources?.[logicalId];
    if (!resource) throw new Error(`Stack ${stack.name} has no "${logicalId}".`);
    // Only the name is resolved: other properties may refer back to this resource.
    const nameOnly: JsonObject = Object.fromEntries(
      Object.entries(resource.Properties ?? {}).map(([key, item]) => [
        key,
        /Name$/.test(key) ? resolve(item) : item,
      ]),
    );
    return { type: resource.Type, name: physicalName(stack.name, logicalId, resource, nameOnly) };
  };

  const ref = (name: string): Json => {
    if (name === "AWS::StackName") return stack.name;
    if (name === "AWS::NoValue") return null;
    const parameter = stack.template.Parameters?.[name];
    if (parameter) return parameter.Default ?? "";
    const pseudo = PSEUDO_PARAMETERS[name];
    if (pseudo !== undefined) return pseudo;
    const resource = resourceNamed(name);
    return refOf(resource.type, resource.name, queueUrlOf);
  };

  const getAttribute = (logicalId: string, attribute: string): Json => {
    const { type, name } = resourceNamed(logicalId);
    if (attribute === "Arn") return arnOf(type, name);
    if (attribute === "QueueUrl") return queueUrlOf(name);
    return attribute === "QueueName" ? name : `${name}.${attribute}`;
  };

  const getAtt = (argument: Json): Json => {
    const [logicalId, ...attribute] =
      typeof argument === "string" ? argument.split(".") : asArray(argument).map(String);
    return getAttribute(logicalId ?? "", attribute.join("."));
  };

  const substitute = (argument: Json): Json => {
    const [text, values] = Array.isArray(argument) ? argument : [argument, {}];
    const given = asObject(resolve(values ?? {}));
    return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      return String(given[name] ?? (name.includes(".") ? getAtt(name) : ref(name)));
    });
  };

  const FUNCTIONS: Readonly<Record<string, Resolve>> = {
    Ref: (argument) => ref(String(argument)),
    "Fn::GetAtt": getAtt,
    "Fn::Sub": substitute,
    "Fn::ImportValue": (argument) => importValue(resolve(argument)),
    "Fn::Join": (argument) => {
      const [separator, items] = asArray(argument);
      return asArray(resolve(items ?? []))
        .map((item) => asText(item) ?? "")
        .join(String(separator));
    },
    "Fn::Select": (argument) => {
      const [index, items] = asArray(resolve(argument));
      return asArray(items)[Number(index)] ?? null;
    },
    "Fn::Split": (argument) => {
      const [separator, text] = asArray(resolve(argument));
      return String(text).split(String(separator));
    },
    "Fn::GetAZs": () => [`${LOCAL_REGION}a`],
  };
  return resolve;
};
