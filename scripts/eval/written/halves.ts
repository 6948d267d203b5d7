/** Failures of `seen` were read while rules were written; those of `held` must not be: they tell what unseen pages give. */
export type Half = "seen" | "held";
export const HALVES = ["seen", "held"] as const;
export const halfOf = (id: number): Half => (id % 2 === 1 ? "seen" : "held");
