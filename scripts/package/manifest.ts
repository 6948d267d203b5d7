/** The parts of the project's package.json that the package is made from. */
export interface ProjectManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly engines: Readonly<Record<string, string>>;
  /** Programs and modules, as they run from a clone: `./client/index.ts`. */
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const compiled = (source: string, ending: ".js" | ".d.ts"): string => source.replace(/\.ts$/, ending);

const mapValues = <T>(
  record: Readonly<Record<string, string>>,
  map: (value: string) => T,
): Record<string, T> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/**
 * The package.json of the package: the same programs and modules as JavaScript, without what only the service needs.
 *
 * @param typePackages packages whose types its types name
 */
export const packedManifest = (
  { name, version, description, engines, bin, exports, dependencies }: ProjectManifest,
  typePackages: readonly string[],
): object => ({
  name,
  version,
  description: `Client, command line, MCP server and extraction of Gleaner: ${description}`,
  type: "module",
  sideEffects: false,
  engines,
  bin: mapValues(bin, (source) => compiled(source, ".js")),
  exports: {
    ...mapValues(exports, (source) => ({
      types: compiled(source, ".d.ts"),
      import: compiled(source, ".js"),
      // Node 22 and later can `require` a module, too.
      default: compiled(source, ".js"),
    })),
    "./package.json": "./package.json",
  },
  // Nothing that runs needs them: they are for who has the types of packages checked.
  peerDependencies: Object.fromEntries(typePackages.map((each) => [each, dependencies[each] ?? "*"])),
  peerDependenciesMeta: Object.fromEntries(typePackages.map((each) => [each, { optional: true }])),
});
