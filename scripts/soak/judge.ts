/** What a soak measured, before and after. */
export interface Soaked {
  readonly processesBefore: number;
  readonly processesAfter: number;
  readonly foldersBefore: number;
  readonly foldersAfter: number;
  /** In use after a collection of garbage: JavaScript objects, and buffers outside of V8's heap. */
  readonly usedMbAfter50: number;
  readonly usedMbAfter: number;
  /** What the process has taken from the system. It also depends on when Node.js collects garbage, so it is not judged. */
  readonly rssMbAfter50: number;
  readonly rssMbAfter: number;
  readonly failed: number;
}

/** Allowed growth of memory in use after the first runs. */
const MAX_USED_GROWTH = 1.1;

export const usedMbAllowed = (usedMbAfter50: number): number =>
  Math.round(usedMbAfter50 * MAX_USED_GROWTH * 10) / 10;

/** What has grown or failed, in words; none if all is well. */
export const faultsOf = (soaked: Soaked): readonly string[] => {
  const { usedMbAfter, usedMbAfter50, failed } = soaked;
  return [
    ...(soaked.processesAfter > soaked.processesBefore ? ["processes are left"] : []),
    ...(soaked.foldersAfter > soaked.foldersBefore ? ["folders are left"] : []),
    ...(usedMbAfter > usedMbAllowed(usedMbAfter50)
      ? [`memory in use has grown from ${usedMbAfter50} to ${usedMbAfter} MB`]
      : []),
    ...(failed > 0 ? [`${failed} runs failed`] : []),
  ];
};
