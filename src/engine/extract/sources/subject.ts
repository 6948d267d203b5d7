/** Finds a page's subject: the main entity among those that accompany it. */
import { lettersOf } from "../values/text.ts";
import type { Entity } from "./markup/entities.ts";

/** Types that a whole page can be about, most reliable first. */
const SUBJECTS: readonly RegExp[] = [
  /^(?:Recipe|JobPosting|Movie|TVSeries|Course|SoftwareApplication|MobileApplication|Book|Car|Vehicle|RealEstateListing|Apartment|House|SingleFamilyResidence)$/,
  /^(?:Product|ProductGroup|IndividualProduct|ProductModel)$/,
  /^(?:(?!Broadcast|OnDemand|Publication|Delivery)\w*Event|Festival)$/,
  /^(?:QAPage|Question|DiscussionForumPosting|SocialMediaPosting)$/,
  /^(?:\w*Article|BlogPosting|Report|Review|HowTo|VideoObject|PodcastEpisode)$/,
  /^(?:LocalBusiness|Restaurant|Hotel|Store|Hospital|Physician|Dentist|Person|ProfilePage|Place)$/,
  /^(?:BroadcastEvent|OnDemandEvent|PublicationEvent|DeliveryEvent)$/,
];

/** Types from this rank on are more often mentioned on a page than the subject of one. */
const MENTIONED = 5;

const nameOf = ({ properties }: Entity): string => lettersOf(properties.name ?? properties.headline);

const rankOf = ({ types }: Entity): number =>
  SUBJECTS.findIndex((pattern) => types.some((type) => pattern.test(type)));

/** Number of properties, so that a stub loses to the full entity. */
const richness = ({ properties }: Entity): number => Object.keys(properties).length;

/** Types that accompany a subject more often than they form a list: answers to questions, commenters. */
const COMPANIONS =
  /^(?:Question|Answer|Comment|Review|Person|ProfilePage|Place|\w*VideoObject|HowTo|SocialMediaPosting|DiscussionForumPosting)$/;
/** Authors and questions have markup on many pages. They are the subject only if the page is named after them. */
const BESIDE = /^(?:Person|ProfilePage|Question)$/;
const isOf = ({ types }: Entity, pattern: RegExp): boolean => types.some((type) => pattern.test(type));

const MIN_LIST = 3;
/** Several entities of one type, none of which the page is named after: a list. */
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

/** The entities that can be the page's subject, most likely first; none if they form a list. */
export const findSubjects = (entities: readonly Entity[], titles: readonly string[]): Entity[] => {
  if (listAlike(entities, titles).length > 0) return [];
  const spoken = titles.map(lettersOf).filter(Boolean);
  return entities
    .flatMap((entity) => {
      const [rank, name] = [rankOf(entity), nameOf(entity)];
      const isNamed = name !== "" && spoken.some((title) => title.includes(name) || name.includes(title));
      if (rank < 0 || (isOf(entity, BESIDE) && !isNamed)) return [];
      // A broadcast has the name of its show; titles end with the name of the site's owner.
      const named = rank < SUBJECTS.length - 1 && (rank >= MENTIONED ? spoken.includes(name) : isNamed);
      // A recipe (rank 0) is its page's subject, even if the article around it has another title.
      return [{ entity, points: rank === 0 || named ? rank : rank + SUBJECTS.length }];
    })
    .sort((left, right) => left.points - right.points || richness(right.entity) - richness(left.entity))
    .map(({ entity }) => entity);
};

export const isArticle = (entity: Entity): boolean => rankOf(entity) === 4;
export const isProduct = (entity: Entity): boolean => isOf(entity, /Product|Book|Car|Vehicle/);
export const isRecipe = ({ types }: Entity): boolean => types.includes("Recipe");
