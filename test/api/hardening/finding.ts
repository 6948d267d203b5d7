/** Findings by name, each with a check that failed before it was mended. */
export type Findings = Readonly<Record<string, () => Promise<void>>>;
