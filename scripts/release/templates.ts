/** The templates of a release: stored with the tests, and prepared for another deployment. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { asText, type Template } from "../../local/stack/template.ts";

/** Includes nested stacks. */
const TEMPLATE = ".template.json";
/** The CDK names assets by what is in them. */
const CODE_ASSET = /[0-9a-f]{64}\.zip/g;
const TEMPLATE_ASSET = /[0-9a-f]{64}\.json/;

/** Keeps all templates of a synthesised folder. */
export const keepTemplates = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith(TEMPLATE)))
    writeFileSync(join(to, `${file}.gz`), gzipSync(readFileSync(join(from, file)), { level: 9 }));
};

export interface UploadedTemplate {
  /** As synthesised: `gleaner-prod-data.template.json`. */
  readonly file: string;
  readonly key: string;
  readonly body: string;
}

/** Where each nested stack's template was to be uploaded, and the file that holds it. */
const nestedIn = ({ Resources = {} }: Template): [asset: string, file: string][] =>
  Object.values(Resources).flatMap(({ Type, Properties, Metadata }) => {
    const asset = TEMPLATE_ASSET.exec(JSON.stringify(Properties?.TemplateURL ?? ""))?.[0];
    const file = asText(Metadata?.["aws:asset:path"]);
    return Type === "AWS::CloudFormation::Stack" && asset !== undefined && file !== undefined
      ? [[asset, file]]
      : [];
  });

/**
 * The saved templates of a release, ready to be deployed without its code.
 *
 * @param standIn key of the replacement for all code
 */
export const prepareTemplates = (folder: string, release: string, standIn: string): UploadedTemplate[] => {
  const keyOf = (file: string): string => `${release}-${file}`;
  return readdirSync(folder).map((kept) => {
    const file = kept.replace(/\.gz$/, "");
    const text = gunzipSync(readFileSync(join(folder, kept))).toString();
    // Under the name of its content, the CDK would take the stand-in for the code itself.
    const body = nestedIn(JSON.parse(text) as Template).reduce(
      (changed, [asset, nested]) => changed.replaceAll(asset, keyOf(nested)),
      text.replaceAll(CODE_ASSET, standIn),
    );
    return { file, key: keyOf(file), body };
  });
};
