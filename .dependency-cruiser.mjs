/** Who may import whom: docs/architecture.md says why. */
const only = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: "^(?:bin|cli|client|mcp|lib|functions|src|local|dashboard|scripts|test)/", pathNot: allowed },
});

/** The folders of the extractor, lowest first: each may import those before it, and none after it. */
const LADDER = ["vocabulary", "values", "page", "content", "sources", "regions", "scorer", "slots"];
const ladder = LADDER.slice(0, -1).map((folder, at) => ({
  name: `extract-${folder}-looks-down`,
  severity: "error",
  comment: "A folder of src/engine/extract imports only folders before it: docs/architecture.md.",
  from: { path: `^src/engine/extract/${folder}/` },
  to: { path: `^src/engine/extract/(?:${LADDER.slice(at + 1).join("|")})/|^src/engine/extract/[^/]+$` },
}));

/** What anyone who may import the extractor may import of it. */
const EXTRACT_DOORS = [
  "^src/engine/extract/extract\\.ts$",
  "^src/engine/extract/slots/healing/index\\.ts$",
  "^src/engine/extract/(?:values|vocabulary)/",
];

/** What generate takes besides: whether one item is asked for, finding lists, reading their records, writing selectors for both. */
const EXTRACT_PARTS_OF_GENERATE = [
  "^src/engine/extract/page/(?:references|tree)\\.ts$",
  "^src/engine/extract/regions/(?:columns|loneArticles|looks|regions)\\.ts$",
  "^src/engine/extract/scorer/(?:describe|kind/kind|match|named|otherNames|pageFacts|patience|records/(?:columnPairs|columns|guessColumns|record|rows))\\.ts$",
  "^src/engine/extract/sources/facts\\.ts$",
  "^src/engine/extract/slots/(?:groupDay|selectors/index)\\.ts$",
  "^src/engine/extract/slots/examples/(?:findPlaces|labels|parts|writes)\\.ts$",
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, pathNot: "^(?:bin|functions|local|scripts|test)/" },
      to: {},
    },
    only("contract-stands-alone", "^src/contract/", ["^src/contract/"]),
    only("extract-is-a-library", "^src/engine/extract/", ["^src/engine/extract/", "^src/contract/"]),
    ...ladder,
    {
      name: "extract-has-no-other-folders",
      severity: "error",
      comment: "A new folder of src/engine/extract takes its place in the ladder above.",
      from: { path: "^(?:bin|cli|client|mcp|lib|functions|src|local|dashboard|scripts|test)/" },
      to: { path: `^src/engine/extract/(?!(?:${LADDER.join("|")})/)[^/]+/` },
    },
    {
      name: "extract-has-doors",
      severity: "error",
      comment: "What others take of the extractor, extract.ts and the healing's index give; leaves are free.",
      from: {
        path: "^(?:functions|src|lib|local|scripts)/",
        pathNot: "^src/engine/(?:extract|generate)/|^scripts/eval/",
      },
      to: { path: "^src/engine/extract/", pathNot: EXTRACT_DOORS },
    },
    {
      name: "generate-reads-as-the-extractor-does",
      severity: "error",
      comment:
        "Selectors are written for what the extractor's own readers find: generate may use these, and no more.",
      from: { path: "^src/engine/generate/" },
      to: { path: "^src/engine/extract/", pathNot: [...EXTRACT_DOORS, ...EXTRACT_PARTS_OF_GENERATE] },
    },
    {
      name: "generate-has-a-door",
      severity: "error",
      from: { path: "^(?:functions|src|lib|local|scripts)/", pathNot: "^src/engine/generate/" },
      to: { path: "^src/engine/generate/", pathNot: "^src/engine/generate/index\\.ts$" },
    },
    only("change-is-a-library", "^src/engine/change/", [
      "^src/engine/change/",
      "^src/contract/",
      "^src/engine/extract/(?:values|vocabulary)/",
    ]),
    only("engine-knows-the-contract", "^src/engine/", ["^src/engine/", "^src/contract/"]),
    only("store-knows-the-contract", "^src/store/", ["^src/store/", "^src/contract/"]),
    only("adapters-know-the-contract", "^src/adapters/", ["^src/adapters/", "^src/contract/"]),
    only("domain-knows-ports", "^src/domain/", [
      "^src/domain/",
      "^src/contract/",
      "^src/store/",
      "^src/adapters/",
      "^src/engine/",
    ]),
    {
      name: "domain-takes-types-of-ports-only",
      severity: "error",
      comment:
        "Decisions get their adapters and engine as arguments; of the store they may use the vocabulary.",
      from: { path: "^src/domain/" },
      to: { path: "^src/(?:adapters|engine)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "domain-never-opens-the-table",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { path: "^src/store/(?:dynamo\\w+|expressions|embedded/)" },
    },
    only("functions-are-thin", "^functions/", [
      "^functions/",
      "^src/runtime/",
      "^src/domain/",
      "^src/contract/",
    ]),
    only("stack-knows-the-contract", "^lib/", ["^lib/", "^src/contract/", "^src/store/schema\\.ts$"]),
    only("client-stands-alone", "^client/", ["^client/"]),
    // Of the service, only what checks arguments in the words of the API.
    only("mcp-knows-the-client", "^mcp/", [
      "^mcp/",
      "^client/",
      "^src/(?:contract/errors|domain/shared/parse)\\.ts$",
    ]),
    only("cli-knows-the-client", "^cli/", ["^cli/", "^client/", "^mcp/"]),
    only("dashboard-knows-the-client", "^dashboard/", ["^dashboard/", "^client/"]),
    only("runner-knows-the-stack", "^local/", [
      "^local/",
      "^client/",
      "^bin/",
      "^lib/",
      "^src/contract/",
      "^src/store/(?:schema\\.ts$|embedded/)",
      "^scripts/",
    ]),
    {
      name: "only-egress-opens-sockets-to-users-addresses",
      severity: "error",
      from: { path: "^(?:src|functions)/", pathNot: "^src/engine/egress/" },
      to: {
        path: "^(?:node:)?(?:net|tls|http|https|http2|dgram|dns(?:/promises)?)$|node_modules/(?:undici|axios|got|node-fetch)/",
      },
    },
    {
      name: "not-to-test",
      severity: "error",
      comment:
        "The fault harness is a test that can be run by itself; capacity and benchmarks are measured on its ports in memory.",
      from: { pathNot: "^(?:test/|bench/|scripts/(?:faults|capacity))" },
      to: { path: "^test/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};
