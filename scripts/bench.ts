/** `npm run bench -- --<what>`: measures. What each takes and prints, it says with `--help`. */
const BENCHES: Readonly<Record<string, () => Promise<unknown>>> = {
  "--local": () => import("./bench/local.ts"),
};

const bench = BENCHES[process.argv[2] ?? ""];
if (bench) await bench();
else {
  console.error(`Usage: npm run bench -- ${Object.keys(BENCHES).join(" | ")} [--json] [--help]`);
  process.exitCode = 1;
}
