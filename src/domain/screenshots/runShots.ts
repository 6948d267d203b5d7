import { randomUUID } from "node:crypto";
import { DomainError } from "../../contract/errors.ts";
import type { RunScreenshot } from "../../contract/runs/runs.ts";
import { PICTURES_PER_RUN } from "../../contract/steps/pictures.ts";
import type { Shot, ShotAbout } from "../../engine/steps/index.ts";
import type { RunRecord, RunShot } from "../../store/runs/runs.ts";
import { keptFolderOf } from "../files/folders.ts";
import type { WithFileLinks } from "../files/links.ts";
import type { WithObjects } from "../ports.ts";
import type { Mask } from "../shared/mask.ts";
import { sharesOf } from "../shared/shares.ts";
import { LINK_LIFETIME_MS, putShot } from "./keepShot.ts";

/** Most screenshots kept per run. */
const MAX_SHOTS = PICTURES_PER_RUN;

type OfRun = Pick<RunRecord, "id" | "accountId" | "retentionDays">;
const shotsFolder = ({ id, accountId, retentionDays }: OfRun): string =>
  keptFolderOf("screenshots", retentionDays, accountId) + id;

/** The object of a picture that a run took, by its SHA-256. */
export const pictureOfRun = (run: OfRun, digest: string): string => `${shotsFolder(run)}/${digest}.png`;

type KeepDeps = WithObjects & { readonly now: () => number };

/** Stores a run's screenshots for as long as its plan keeps pages. */
export const createRunShots = (deps: KeepDeps, run: RunRecord, mask: Mask) => {
  const shots: RunShot[] = [...(run.screenshots ?? [])];
  const most = Math.floor(MAX_SHOTS / sharesOf(run));
  return {
    /** @returns what happened, for the run's log */
    async keep(shot: Shot, { step, url, isFailure = false, digest }: ShotAbout): Promise<string> {
      if (shots.length >= most && digest !== undefined)
        throw new DomainError(
          "limit-reached",
          `A run takes up to ${PICTURES_PER_RUN} pictures: let the flow open fewer pages.`,
        );
      if (shots.length >= most) return `not kept, since a run keeps ${MAX_SHOTS}`;
      const objectKey = await putShot(deps, `${shotsFolder(run)}/${digest ?? randomUUID()}`, shot);
      const takenAt = new Date(deps.now()).toISOString();
      const { width, height } = shot;
      shots.push({
        objectKey,
        step: mask.text(step),
        url: mask.text(url),
        width,
        height,
        takenAt,
        isFailure,
      });
      return `see the run's screenshots[${shots.length - 1}]`;
    },

    /** All screenshots of the run so far. */
    list: (): readonly RunShot[] => shots,
  };
};

/** A run's screenshots, with newly signed links. */
export const showRunShots = (
  { fileLinks }: WithFileLinks,
  { screenshots = [] }: RunRecord,
  origin: string,
): Promise<RunScreenshot[]> =>
  Promise.all(
    screenshots.map(async ({ objectKey, step, url, width, height, takenAt, isFailure }) => ({
      step,
      url,
      screenshotUrl: `${origin}/files/${await fileLinks.issue(objectKey, LINK_LIFETIME_MS)}`,
      width,
      height,
      capturedAt: takenAt,
      isFailure,
    })),
  );
