/**
 * `npm run sam`: the second way to run the service on one machine. Emulators, pollers and clock are the
 * runner's own; API and functions run in the containers of `sam local`, from the same template.
 */
import { runCommand } from "./command.ts";
import { startWithSam } from "./sam/startWithSam.ts";

await runCommand(startWithSam);
