import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Service } from "../stack/service.ts";
import type { Template } from "../stack/template.ts";

/**
 * Writes the files that `sam local` needs besides the synthesised template: an environment file with all
 * variables of every function (sam leaves imports from other stacks blank), and a copy of the template. The
 * copy inlines nested stacks, declares this machine's variables (sam passes on only declared ones), and runs
 * all functions on the machine's own architecture.
 *
 * @returns the arguments that name both files
 */
export const writeSamFiles = async (
  stackFolder: string,
  { stacks, functions }: Pick<Service, "stacks" | "functions">,
  environment: Readonly<Record<string, string>>,
  architecture: string,
): Promise<readonly string[]> => {
  const stack = stacks.find(({ template }) =>
    functions.some(({ logicalId }) => logicalId in (template.Resources ?? {})),
  );
  if (!stack) throw new Error("The stacks have no functions.");
  const templateFile = join(stackFolder, "sam.template.json");
  const environmentFile = join(stackFolder, "sam.env.json");
  const values = Object.fromEntries(
    functions.map(({ logicalId, environment: own }) => [logicalId, { ...own, ...environment }]),
  );
  await writeFile(templateFile, JSON.stringify(forThisMachine(stack.template, values, architecture)));
  await writeFile(environmentFile, JSON.stringify(values), { mode: 0o600 });
  return ["--template", templateFile, "--env-vars", environmentFile];
};

const forThisMachine = (
  template: Template,
  values: Readonly<Record<string, Readonly<Record<string, string>>>>,
  architecture: string,
): Template => ({
  ...template,
  Resources: Object.fromEntries(
    Object.entries(template.Resources ?? {}).map(([logicalId, resource]) => {
      const variables = values[logicalId];
      if (!variables) return [logicalId, resource];
      const Variables = Object.fromEntries(Object.keys(variables).map((name) => [name, ""]));
      const own = { Environment: { Variables }, Architectures: [architecture] };
      return [logicalId, { ...resource, Properties: { ...resource.Properties, ...own } }];
    }),
  ),
});
