/** How many partitions the index of what is due may have. The first is the default, and what earlier releases used. */
export const DUE_PARTITIONS = [16, 32, 64, 128, 256] as const;

/** Partitions that every number of them includes. */
export const LEAST_DUE_PARTITIONS = DUE_PARTITIONS[0];
