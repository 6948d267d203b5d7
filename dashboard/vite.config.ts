import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/dashboard/",
  logLevel: "error",
  // Whoever builds, tests among them, builds what is deployed.
  mode: "production",
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  oxc: { jsx: { runtime: "automatic", importSource: "react", development: false } },
  build: {
    // The policy of the page allows files of its own only, and no data in place of a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
