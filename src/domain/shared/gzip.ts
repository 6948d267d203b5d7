import { gunzipSync, gzipSync } from "node:zlib";

// Synchronous: a function works on one event at a time, so nothing else could run meanwhile.

export const compress = (text: string): Buffer => gzipSync(text);

export const decompress = (body: Buffer): string => gunzipSync(body).toString("utf8");
