import {
  type App,
  CloudFormationValidatePlugin,
  type IPolicyValidationPlugin,
  Validations,
} from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";

/**
 * Checks the templates while they are synthesised: CloudFormation's own rules and two packs of
 * cdk-nag. A finding fails the synth, unless the resource acknowledges it with a reason.
 */
export const addChecks = (app: App): void =>
  Validations.of(app).addPlugins(
    // Its optional version is typed otherwise than the interface has it.
    new CloudFormationValidatePlugin() as IPolicyValidationPlugin,
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
  );
