const made = new Map<string, unknown>();

/** Makes something once for all files that share this process. Each of them loads its helpers again, and what those keep. */
export const once = <T>(key: string, make: () => T): T => {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
};
