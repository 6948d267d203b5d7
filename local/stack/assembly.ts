import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { inlineNestedStacks } from "./nested.ts";
import { asObject, asText, isObject, type Json, type Stack, type Template } from "./template.ts";

const readJson = async (path: string): Promise<Json> => JSON.parse(await readFile(path, "utf8")) as Json;

/** Reads the stacks of a synthesised cloud assembly (`cdk.out`). */
export const readAssembly = async (folder: string): Promise<readonly Stack[]> => {
  const artifacts = asObject(asObject(await readJson(join(folder, "manifest.json"))).artifacts);
  const stacks = Object.entries(artifacts).filter(
    ([, artifact]) => asObject(artifact).type === "aws:cloudformation:stack",
  );
  return Promise.all(
    stacks.map(async ([id, artifact]) => {
      const properties = asObject(asObject(artifact).properties);
      const templateFile = asText(properties.templateFile) ?? "";
      return {
        name: asText(properties.stackName) ?? id,
        template: readWholeTemplate(folder, templateFile),
        assetFolders: readAssetFolders(folder, await readJson(join(folder, `${id}.assets.json`))),
      };
    }),
  );
};

/** Reads a template with the resources of its nested stacks. */
export const readWholeTemplate = (folder: string, file: string): Template => {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8")) as Template;
  return inlineNestedStacks(read(file), read);
};

const readAssetFolders = (folder: string, assets: Json): ReadonlyMap<string, string> => {
  const folders = new Map<string, string>();
  for (const file of Object.values(asObject(asObject(assets).files))) {
    const { source, destinations } = asObject(file);
    const path = asText(asObject(source).path);
    for (const destination of Object.values(asObject(destinations))) {
      const key = isObject(destination) ? asText(destination.objectKey) : undefined;
      if (path !== undefined && key !== undefined) folders.set(key, resolve(folder, path));
    }
  }
  return folders;
};
