/**
 * `npm run bench`: our speed beside that of peers and of the limit (bench/run.ts). `npm run bench -- --local`
 * compares the tables on which the service runs on one machine.
 */
if (process.argv[2] === "--local") await import("./bench/local.ts");
else await import("../bench/run.ts");
