/**
 * `npm run bench`: our speed beside that of peers and of the limit (bench/run.ts). `npm run bench -- --local`
 * compares the tables on which the service runs on one machine, `npm run bench -- --shards` a run over many origins
 * with eight slots and with one, `npm run bench -- --inspect` how long a person waits who points at a page,
 * `npm run bench -- --memory` the memory of a worker over a long run.
 */
if (process.argv[2] === "--local") await import("./bench/local.ts");
else if (process.argv[2] === "--shards") await import("../bench/shards.ts");
else if (process.argv[2] === "--inspect") await import("../bench/inspect.ts");
else if (process.argv[2] === "--memory") await import("../bench/memory.ts");
else await import("../bench/run.ts");
