/**
 * `npm run bench`: compares our speed with that of peers and with the limit (bench/run.ts). `npm run bench --
 * --local` compares the tables for one machine, `--shards` a run over many origins with eight slots and with
 * one, `--inspect` measures how long a user waits when pointing at a page, `--memory` a worker's memory over a long run,
 * `--crawl` a crawl of a large site, and `--destinations` the deliveries of a large run.
 */
if (process.argv[2] === "--local") await import("./bench/local.ts");
else if (process.argv[2] === "--shards") await import("../bench/shards.ts");
else if (process.argv[2] === "--inspect") await import("../bench/inspect.ts");
else if (process.argv[2] === "--memory") await import("../bench/memory.ts");
else if (process.argv[2] === "--crawl") await import("../bench/crawl.ts");
else if (process.argv[2] === "--destinations") await import("../bench/destinations.ts");
else await import("../bench/run.ts");
