import { App, type AppProps, Tags } from "aws-cdk-lib";
import type { BrowserLayerFiles } from "./browser-layer-files.ts";
import type { Bundles } from "./bundle.ts";
import { DataStack } from "./data-stack.ts";
import { ServiceStack } from "./service-stack.ts";
import type { Settings } from "./settings.ts";
import { STAGES } from "./stages.ts";

/**
 * CDK feature flags. They are set here rather than in `cdk.json`, because only the CDK CLI reads that file and the
 * templates must be the same without it.
 */
const CONTEXT = {
  "@aws-cdk/aws-iam:minimizePolicies": true,
  "@aws-cdk/core:checkSecretUsage": true,
  "@aws-cdk/core:enablePartitionLiterals": true,
  "@aws-cdk/core:target-partitions": ["aws"],
  "@aws-cdk/core:validateAgainstDefaultRules": true,
  // The local runner finds each function's code by its metadata.
  "aws:cdk:enable-asset-metadata": true,
  "aws:cdk:enable-path-metadata": true,
};

/** An empty CDK app with the context given to the process. `addChecks` adds the checks of its templates. */
export const createApp = (props: AppProps = {}): App =>
  new App({
    analyticsReporting: false,
    treeMetadata: false,
    builtinCloudFormationValidation: false,
    ...props,
    context: CONTEXT,
  });

/** Adds the stacks of one stage. */
export const addStacks = (
  app: App,
  settings: Settings,
  bundles: Bundles,
  browserLayer: BrowserLayerFiles,
): void => {
  const { deletionProtection, standIns } = STAGES[settings.stage];
  const common = {
    env: {
      ...(settings.account && { account: settings.account }),
      ...(settings.region && { region: settings.region }),
    },
    terminationProtection: deletionProtection,
  };
  const prefix = `gleaner-${settings.stage}`;
  const data = new DataStack(app, `${prefix}-data`, {
    ...common,
    description: "Gleaner: what must never be lost",
    deletionProtection,
    hasPayments: standIns || settings.paymentPrices !== undefined,
    signsRequests: settings.signatureAgent !== undefined,
    hasModelEndpoint: standIns || settings.modelBaseUrl !== undefined,
  });
  new ServiceStack(app, `${prefix}-service`, {
    ...common,
    description: "Gleaner: API, workers and alarms",
    settings,
    data,
    bundles,
    browserLayer,
  });
  Tags.of(app).add("service", "gleaner");
  Tags.of(app).add("stage", settings.stage);
};
