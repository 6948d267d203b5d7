/** Whether a list is one of jobs or of people: both have roles, and a line below their names. */
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { placeOf } from "../sources/facts.ts";
import { type Concept, conceptOf, namesPerson } from "../vocabulary/concepts.ts";

/** The origin of a person's role: the line below the name. */
export const BELOW_NAME = placeOf("below the name");
const NAMES: ReadonlySet<Concept | null> = new Set<Concept | null>(["title", "author"]);
/** Concepts that only jobs have. */
const OF_JOBS: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "salary",
  "employmentType",
  "deadline",
]);
const OF_EMPLOYERS: ReadonlySet<Concept | null> = new Set<Concept | null>(["organization", "location"]);
/** Whether the records are jobs, not people: their title is the role, and below it is the company. */
export const asksForJobs = (schema: OutputSchema): boolean => {
  const names = Object.keys(schema);
  const concepts = names.map(conceptOf);
  if (concepts.some((concept) => NAMES.has(concept)) || names.some(namesPerson)) return false;
  // A role and a place are asked of people, too.
  const isPost = concepts.includes("jobTitle") && concepts.some((concept) => OF_EMPLOYERS.has(concept));
  return isPost || concepts.some((concept) => OF_JOBS.has(concept));
};
