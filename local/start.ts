/** `npm start`: runs the whole service on this machine. */
import { keepCompiledCode } from "./compiledCode.ts";

keepCompiledCode();
// Loaded only now, so that their compiled code is kept.
const [{ runCommand }, { startRunner }] = await Promise.all([import("./command.ts"), import("./runner.ts")]);
await runCommand(startRunner);
