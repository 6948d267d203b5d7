/** How much is remembered of a step. */
export const MAX_FIELD_SAMPLES = 8;
export const MAX_KNOWN = 1_200;
