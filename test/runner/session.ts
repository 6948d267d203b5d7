export type JestGlobals = typeof import("@jest/globals");

/** What the process of a test file has of the framework, once it is set up. */
export const session: { globals?: JestGlobals } = {};
