import type { Operation } from "../operation.ts";
import { FileParams, Screenshot, TakeScreenshot } from "../screenshots.ts";

export const SCREENSHOTS_OPERATIONS = {
  takeScreenshot: {
    method: "POST",
    path: "/screenshot",
    tag: "Screenshots",
    summary: "Take a picture of a page",
    description:
      "Opens the page in a browser of its own. Pages taller than 16,384 pixels are cut. The picture is deleted after " +
      "24 hours.",
    scope: "screenshots:write",
    body: TakeScreenshot,
    success: { status: 200, description: "The picture was taken.", data: Screenshot },
    errors: ["target-refused", "robots-disallowed", "target-failed", "not-configured", "timeout"],
    touches: { table: "write", objects: "write", secret: true, browser: true },
    memoryMb: 2048,
    timeoutSeconds: 29,
  },
  getFile: {
    method: "GET",
    path: "/files/{id}",
    tag: "Screenshots",
    summary: "Follow a signed link to a file",
    description: "The id is the last part of a link that the service gave, such as `screenshotUrl`.",
    scope: null,
    params: FileParams,
    success: {
      status: 200,
      description: "Files are served from the object store: see 303.",
      text: "application/octet-stream",
      redirect: "The file is at the address in the Location header, for five minutes.",
    },
    touches: { objects: "read", secret: true },
  },
} as const satisfies Record<string, Operation>;
