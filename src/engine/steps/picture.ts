/** Takes the picture of a page or element that a monitor compares. */
import { createHash } from "node:crypto";
import { BROWSER_REASONS, NeedsBrowser } from "../../contract/flows/rendering.ts";
import { parseActionSelector } from "../../contract/steps/actionSelectors.ts";
import { takesPicture } from "../../contract/steps/pictures.ts";
import type { NestedStep, Step } from "../../contract/steps/steps.ts";
import { BrokenSelector } from "./brokenSelector.ts";
import { nameStep, type RunStep } from "./scope.ts";

type PictureStep = Extract<Step, { type: "extract" }>;

/** Scrolling through a long page with many lazy images takes longest. */
const DEFAULT_TIMEOUT_MS = 45_000;

export const isPicture = (step: Step | NestedStep): step is PictureStep => takesPicture(step);

export const runPicture: RunStep<PictureStep> = async ({ selector, timeoutMs, ...step }, scope, path) => {
  const { live } = scope;
  if (!live) throw new NeedsBrowser(BROWSER_REASONS.picture);
  const startedAt = scope.now();
  const name = nameStep(step, path);
  const element = selector === undefined ? null : parseActionSelector(selector);
  const picture = await live.picture(
    { ...scope.pictures, selector: element },
    timeoutMs ?? DEFAULT_TIMEOUT_MS,
  );
  const url = live.url();
  if (!picture) throw new BrokenSelector(`Nothing visible on ${url} matches \`${selector}\`.`);
  const { title, width, height, ignored, wholeSize, isRestless } = picture;
  const digest = createHash("sha256").update(picture.bytes).digest("hex");
  const outcome = await scope.saveShot(picture, { step: name, url, digest });
  const areas = ignored.length > 0 && { ignored };
  const record = { url, title: title.trim() || url, picture: digest, width, height, ...areas };
  scope.yields.push({ record, visits: [], element: null });
  const ms = scope.now() - startedAt;
  scope.log(
    "info",
    `${name}: took a picture of ${url}, ${width} × ${height} pixels, in ${ms} ms; ${outcome}`,
  );
  if (wholeSize)
    scope.log(
      "warn",
      `${name}: the picture shows ${width} × ${height} pixels of ${wholeSize.width} × ${wholeSize.height}: a browser draws no larger one. Watch an element, or narrow the page, to see the rest.`,
    );
  if (isRestless)
    scope.log("warn", `${name}: ${url} keeps changing by itself; the picture is one moment of it`);
};
