/**
 * `npm run synth -- <stage>`: writes validated templates to `cdk.out/<stage>`, without an AWS account or
 * network. The same code gives the same templates.
 */
import { runCommand } from "./runCommand.ts";
import { readStageArgument } from "./stageArgument.ts";

const { stage } = readStageArgument("synth");
const outputFolder = `cdk.out/${stage}`;
runCommand(process.execPath, ["bin/app.ts"], {
  CDK_OUTDIR: outputFolder,
  CDK_CONTEXT_JSON: JSON.stringify({ stage }),
});
if (process.exitCode === 0) console.log(`The templates of stage ${stage} are in ${outputFolder}.`);
