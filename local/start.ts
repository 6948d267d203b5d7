/** `npm start`: runs the whole service on this machine. */
import { keepCompiledCode } from "./compiledCode.ts";

keepCompiledCode();
// Imported after that call, so that their compiled code is kept.
const [{ runCommand }, { startRunner }] = await Promise.all([import("./command.ts"), import("./runner.ts")]);
await runCommand(startRunner);
