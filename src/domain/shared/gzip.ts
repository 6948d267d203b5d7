import { gunzipSync, gzipSync } from "node:zlib";

// In one go: a function works on one event at a time, so there is nothing that could use the wait.

export const compress = (text: string): Buffer => gzipSync(text);

export const decompress = (body: Buffer): string => gunzipSync(body).toString("utf8");
