/** What a page is about: the one entity among many that the others only accompany. */
import { lettersOf } from "../values/text.ts";
import type { Entity } from "./markup/entities.ts";

/** Types that a whole page is about, the surest first. */
const SUBJECTS: readonly RegExp[] = [
  /^(?:Recipe|JobPosting|Movie|TVSeries|Course|SoftwareApplication|MobileApplication|Book|Car|Vehicle|RealEstateListing|Apartment|House|SingleFamilyResidence)$/,
  /^(?:Product|ProductGroup|IndividualProduct|ProductModel)$/,
  /^(?:(?!Broadcast|OnDemand|Publication|Delivery)\w*Event|Festival)$/,
  /^(?:QAPage|Question|DiscussionForumPosting|SocialMediaPosting)$/,
  /^(?:\w*Article|BlogPosting|Report|Review|HowTo|VideoObject|PodcastEpisode)$/,
  /^(?:LocalBusiness|Restaurant|Hotel|Store|Hospital|Physician|Dentist|Person|ProfilePage|Place)$/,
  /^(?:BroadcastEvent|OnDemandEvent|PublicationEvent|DeliveryEvent)$/,
];
/** From this rank on things have a page of their own less often than they are mentioned on another's. */
const MENTIONED = 5;

const nameOf = ({ properties }: Entity): string => lettersOf(properties.name ?? properties.headline);

const rankOf = ({ types }: Entity): number =>
  SUBJECTS.findIndex((pattern) => types.some((type) => pattern.test(type)));

/** How many properties tell something, so that a stub loses to the whole. */
const richness = ({ properties }: Entity): number => Object.keys(properties).length;

/** What accompanies a subject more often than it makes a list of its own: answers to questions, people who comment. */
const COMPANIONS =
  /^(?:Question|Answer|Comment|Review|Person|ProfilePage|Place|\w*VideoObject|HowTo|SocialMediaPosting|DiscussionForumPosting)$/;

/** Several things of one type and none that the page is named after: a list of them. */
export const listAlike = (entities: readonly Entity[], titles: readonly string[]): Entity[] => {
  const spoken = titles.map(lettersOf).filter(Boolean);
  const things = entities.filter(
    (entity) =>
      rankOf(entity) >= 0 && nameOf(entity) !== "" && !entity.types.some((type) => COMPANIONS.test(type)),
  );
  const groups = [...Map.groupBy(things, ({ types }) => types[0] ?? "").values()].sort(
    (left, right) => right.length - left.length,
  );
  const names = new Map((groups[0] ?? []).map((entity) => [nameOf(entity), entity]));
  return names.size < 3 || [...names.keys()].some((name) => spoken.includes(name)) ? [] : [...names.values()];
};

/** Lower is surer: a recipe is what its page is about, whatever the article around it is called. */
const rate = (entity: Entity, spoken: readonly string[]): number => {
  const rank = rankOf(entity);
  // A broadcast has the name of what it shows.
  if (rank === SUBJECTS.length - 1) return rank + SUBJECTS.length;
  const name = nameOf(entity);
  // Titles end with the name of the site's owner.
  const named =
    name !== "" &&
    spoken.some((title) =>
      rank >= MENTIONED ? title === name : title.includes(name) || name.includes(title),
    );
  return rank === 0 || named ? rank : rank + SUBJECTS.length;
};

/** Who wrote or asked something has markup on many pages, and is what a page is about only where it is called so. */
const isBeside = ({ types }: Entity): boolean =>
  types.some((type) => /^(?:Person|ProfilePage|Question)$/.test(type));
const isNamed = (entity: Entity, spoken: readonly string[]): boolean => {
  const name = nameOf(entity);
  return name !== "" && spoken.some((title) => title.includes(name) || name.includes(title));
};

/** The entities that the page may be about, surest first; none where they make a list. */
export const findSubjects = (entities: readonly Entity[], titles: readonly string[]): Entity[] => {
  if (listAlike(entities, titles).length > 0) return [];
  const spoken = titles.map(lettersOf).filter(Boolean);
  return entities
    .filter((entity) => rankOf(entity) >= 0 && (!isBeside(entity) || isNamed(entity, spoken)))
    .sort((left, right) => rate(left, spoken) - rate(right, spoken) || richness(right) - richness(left));
};

export const isArticle = (entity: Entity): boolean => rankOf(entity) === 4;
export const isProduct = ({ types }: Entity): boolean =>
  types.some((type) => /Product|Book|Car|Vehicle/.test(type));
export const isRecipe = ({ types }: Entity): boolean => types.includes("Recipe");
