/** Jest's transform of the suite's TypeScript. */
const { transformSync } = require("esbuild");

module.exports = {
  process: (source, path) => ({
    code: transformSync(source, { loader: "ts", format: "cjs", target: "node22", sourcefile: path }).code,
  }),
};
