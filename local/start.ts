/** `npm start`: runs the whole service on this machine. */
import { runCommand } from "./command.ts";
import { keepCompiledCode } from "./compiledCode.ts";
import { startRunner } from "./runner.ts";

keepCompiledCode();
await runCommand(startRunner);
