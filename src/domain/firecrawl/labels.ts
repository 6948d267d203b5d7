/** Names by which the parts of a job's results are found. */

/** Labels of the steps that take screenshots and read the page. */
export const SHOT_LABEL = "screenshot";
export const PAGE_LABEL = "page";

/** The field that holds the records of a schema that is a list. */
export const LIST_FIELD = "items";
