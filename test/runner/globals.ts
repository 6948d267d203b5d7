/** What test files get when they import `@jest/globals`. */
import { session } from "./session.ts";

const { globals } = session;
if (!globals) throw new Error("`@jest/globals` was imported before the framework was set up");

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals;
