import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { addStacks, createApp } from "../../lib/app.ts";
import type { BrowserLayerFiles } from "../../lib/browser-layer-files.ts";
import type { Bundles } from "../../lib/bundle.ts";
import { FUNCTIONS } from "../../lib/functions.ts";
import { parseSettings, type Settings } from "../../lib/settings.ts";
import type { StageName } from "../../lib/stages.ts";
import { readWholeTemplate } from "../../local/stack/assembly.ts";
import { once } from "../runner/once.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A directory that is removed after the run, with its temporary folder: other files may read the templates in it. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), "gleaner-synth-"));

/** Bundles with nothing but their function's name: templates do not depend on code. */
const makeStubBundles = (): Bundles => {
  const root = makeFolder();
  return new Map(
    [...FUNCTIONS.values()].map(({ name, kind }) => {
      const directory = join(root, name);
      mkdirSync(directory);
      writeFileSync(join(directory, "index.mjs"), name);
      return [name, { name, kind, directory, sizeBytes: name.length, hash: name, bytesByPackage: {} }];
    }),
  );
};

/** With an empty layer: the real one is a hundred megabytes. */
const makeStubs = (): { readonly bundles: Bundles; readonly layer: BrowserLayerFiles } => ({
  bundles: makeStubBundles(),
  layer: { directory: makeFolder(), hash: "stub" },
});

export interface Synthesised {
  readonly data: Template;
  /** Including the resources of nested stacks. */
  readonly service: Template;
  readonly outputFolder: string;
}

/** Settings as the command line gives them: as text. */
type GivenSettings = Partial<Record<Exclude<keyof Settings, "stage">, string | number>>;

/** No test reads the copied code of the functions, or where a resource was made. */
const FOR_TESTS = { "aws:cdk:disable-asset-staging": true, "aws:cdk:disable-stack-trace": true };

/** Synthesises a stage in this process, without the checks. */
export const synthesise = (stage: StageName, given: GivenSettings = {}): Synthesised => {
  const outputFolder = makeFolder();
  const app = createApp({ outdir: outputFolder, postCliContext: FOR_TESTS });
  const { bundles, layer } = once("stubs", makeStubs);
  addStacks(app, parseSettings({ stage, version: "1.0.0", ...given }), bundles, layer);
  app.synth();
  const template = (stack: string): Template =>
    Template.fromJSON({ ...readWholeTemplate(outputFolder, `gleaner-${stage}-${stack}.template.json`) });
  return { data: template("data"), service: template("service"), outputFolder };
};

/** The templates of a stage; a process synthesises each combination once. */
export const synthesiseStage = (stage: StageName, given: GivenSettings = {}): Synthesised =>
  once(`stage ${JSON.stringify([stage, given])}`, () => synthesise(stage, given));

/** Runs the CDK app as the command does: real bundles, and the stage's checks. */
export const runApp = (
  context: Readonly<Record<string, unknown>>,
): Promise<{ readonly exitCode: number; readonly stderr: string; readonly outputFolder: string }> => {
  const outputFolder = makeFolder();
  const { NODE_OPTIONS: _, NODE_ENV: __, ...inherited } = process.env;
  const env = { ...inherited, CDK_OUTDIR: outputFolder, CDK_CONTEXT_JSON: JSON.stringify(context) };
  return new Promise((resolve) => {
    execFile(process.execPath, ["bin/app.ts"], { cwd: ROOT, env }, (error, _stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ exitCode, stderr, outputFolder });
    });
  });
};

/** A resource as in the template. */
export interface TemplateResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

/** The resources of a type, by logical id. */
export const resourcesOf = (template: Template, type: string): Map<string, TemplateResource> =>
  new Map(Object.entries(template.findResources(type)) as [string, TemplateResource][]);

/** The properties of one resource. */
export const propertiesOf = (resources: ReadonlyMap<string, TemplateResource>, logicalId: string) => {
  const resource = resources.get(logicalId);
  if (resource === undefined) throw new Error(`The template has no ${logicalId}.`);
  return resource.Properties;
};
