/** `npm start`: runs the whole service on this machine. */
import { runCommand } from "./command.ts";
import { startRunner } from "./runner.ts";

await runCommand(startRunner);
