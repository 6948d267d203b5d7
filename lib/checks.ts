import {
  type App,
  CloudFormationValidatePlugin,
  type IPolicyValidationPlugin,
  Validations,
} from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";

/**
 * Checks the templates during synthesis, with CloudFormation's own rules and two packs of cdk-nag. A finding fails
 * the synth, unless the resource acknowledges it with a reason.
 */
export const addChecks = (app: App): void =>
  Validations.of(app).addPlugins(
    // The type of its optional version differs from the interface.
    new CloudFormationValidatePlugin() as IPolicyValidationPlugin,
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
  );
