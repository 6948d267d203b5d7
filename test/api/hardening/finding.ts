/** Findings by name, each with a check that failed before the fix. */
export type Findings = Readonly<Record<string, () => Promise<void>>>;
