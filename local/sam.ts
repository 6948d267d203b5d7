/**
 * `npm run sam`: another way to run the service on one machine. Emulators, queues and clock are the local runner's;
 * API and functions run in containers of `sam local`, from the same template.
 */
import { runCommand } from "./command.ts";
import { startWithSam } from "./sam/startWithSam.ts";

await runCommand(startWithSam);
