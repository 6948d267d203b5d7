/** Where suites of tests leave what roles allow, and what of it was used. */
export const GRANT_RECORDS = ".build/grants";
