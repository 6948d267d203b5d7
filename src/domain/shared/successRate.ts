/** Percent of finished runs that completed, to one decimal; 0 before the first. */
export const successRate = (completed: number, failed: number): number => {
  const finished = completed + failed;
  return finished === 0 ? 0 : Math.round((completed / finished) * 1000) / 10;
};
