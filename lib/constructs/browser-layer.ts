import { RemovalPolicy } from "aws-cdk-lib";
import { Architecture, Code, LayerVersion, Runtime } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { BrowserLayerFiles } from "../browser-layer-files.ts";
import { nameLogically } from "./names.ts";

/** Chromium with its libraries and fonts, for functions whose row has `touches.browser`. */
export const createBrowserLayer = (
  scope: Construct,
  { directory, hash }: BrowserLayerFiles,
): LayerVersion => {
  const layer = new LayerVersion(scope, "BrowserLayer", {
    description: `Chromium and fonts: ${hash}`,
    // The versions identify the content, so a hundred megabytes need not be hashed.
    code: Code.fromAsset(directory, { assetHash: hash }),
    compatibleArchitectures: [Architecture.X86_64],
    compatibleRuntimes: [Runtime.NODEJS_24_X],
    // A function that is still running may need the layer it was deployed with.
    removalPolicy: RemovalPolicy.RETAIN,
  });
  nameLogically(layer, "browserLayer");
  return layer;
};
