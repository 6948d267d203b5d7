import { FileParams, Screenshot, TakeScreenshot } from "../extraction/screenshots.ts";
import { OPENING_ERRORS, type Operation } from "../operation.ts";

export const takeScreenshot = {
  method: "POST",
  path: "/screenshot",
  tag: "Screenshots",
  summary: "Take a screenshot of a page",
  description:
    "Opens the page in a fresh browser. Pages taller than 16,384 pixels are cut. The screenshot is deleted after " +
    "24 hours.",
  scope: "screenshots:write",
  body: TakeScreenshot,
  success: { status: 200, description: "The screenshot.", data: Screenshot },
  errors: [...OPENING_ERRORS, "not-configured"],
  touches: { table: "update", secret: true, calls: ["openPage"] },
  timeoutSeconds: 29,
} as const satisfies Operation;

export const getFile = {
  method: "GET",
  path: "/files/{id}",
  tag: "Screenshots",
  summary: "Download a file by its signed link",
  description: "The id is the last part of a link from the service, such as `screenshotUrl`.",
  scope: null,
  params: FileParams,
  success: {
    status: 200,
    description: "Redirects to the file in object storage (303).",
    text: "application/octet-stream",
    redirect: "The file is at the address in the Location header, for five minutes.",
  },
  touches: { objects: "read", secret: true },
} as const satisfies Operation;

export const SCREENSHOTS_OPERATIONS = {
  takeScreenshot,
  getFile,
};
