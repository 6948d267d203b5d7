/**
 * `npm run sam`: another way to run the service on one machine. It uses the local runner's emulators, queues
 * and clock; the API and functions run in containers of `sam local`, from the same template.
 */
import { runCommand } from "./command.ts";
import { startWithSam } from "./sam/startWithSam.ts";

await runCommand(startWithSam);
