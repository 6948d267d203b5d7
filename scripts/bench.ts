/**
 * `npm run bench`: our speed beside that of peers and of the limit (bench/run.ts). `npm run bench -- --local`
 * compares the tables on which the service runs on one machine, `npm run bench -- --shards` a run over many origins
 * with eight slots and with one.
 */
if (process.argv[2] === "--local") await import("./bench/local.ts");
else if (process.argv[2] === "--shards") await import("../bench/shards.ts");
else await import("../bench/run.ts");
