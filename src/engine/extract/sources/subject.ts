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
/** Who wrote or asked something has markup on many pages, and is what a page is about only where it is called so. */
const BESIDE = /^(?:Person|ProfilePage|Question)$/;
const isOf = ({ types }: Entity, pattern: RegExp): boolean => types.some((type) => pattern.test(type));

const MIN_LIST = 3;
/** Several things of one type and none that the page is named after: a list of them. */
export const listAlike = (entities: readonly Entity[], titles: readonly string[]): Entity[] => {
  const spoken = new Set(titles.map(lettersOf));
  const things = entities.filter(
    (entity) => rankOf(entity) >= 0 && nameOf(entity) !== "" && !isOf(entity, COMPANIONS),
  );
  const groups = [...Map.groupBy(things, ({ types }) => types[0]).values()];
  const [largest = []] = groups.sort((left, right) => right.length - left.length);
  const named = new Map(largest.map((entity) => [nameOf(entity), entity]));
  const isNamed = [...named.keys()].some((name) => spoken.has(name));
  return named.size < MIN_LIST || isNamed ? [] : [...named.values()];
};

/** The entities that the page may be about, surest first; none where they make a list. */
export const findSubjects = (entities: readonly Entity[], titles: readonly string[]): Entity[] => {
  if (listAlike(entities, titles).length > 0) return [];
  const spoken = titles.map(lettersOf).filter(Boolean);
  return entities
    .flatMap((entity) => {
      const [rank, name] = [rankOf(entity), nameOf(entity)];
      const isNamed = name !== "" && spoken.some((title) => title.includes(name) || name.includes(title));
      if (rank < 0 || (isOf(entity, BESIDE) && !isNamed)) return [];
      // A broadcast has the name of what it shows; titles end with the name of the site's owner.
      const named = rank < SUBJECTS.length - 1 && (rank >= MENTIONED ? spoken.includes(name) : isNamed);
      // A recipe is what its page is about, whatever the article around it is called.
      return [{ entity, points: rank === 0 || named ? rank : rank + SUBJECTS.length }];
    })
    .sort((left, right) => left.points - right.points || richness(right.entity) - richness(left.entity))
    .map(({ entity }) => entity);
};

export const isArticle = (entity: Entity): boolean => rankOf(entity) === 4;
export const isProduct = (entity: Entity): boolean => isOf(entity, /Product|Book|Car|Vehicle/);
export const isRecipe = ({ types }: Entity): boolean => types.includes("Recipe");
