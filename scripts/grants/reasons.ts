/** Grants that no test uses, each with the reason to keep it. */
import { FUNCTIONS, type FunctionRow } from "../../lib/functions.ts";
import { isConfined } from "../../src/contract/operation.ts";

interface Reason {
  /** The grants, as `action resource`. */
  readonly grants: RegExp;
  /** The functions it applies to; all if absent. */
  readonly of?: (row: FunctionRow) => boolean;
  readonly reason: string;
}

const writes = ({ touches }: FunctionRow): boolean => touches.table === "write" || touches.table === "update";

const REASONS: readonly Reason[] = [
  { grants: /^logs:/, reason: "Lambda itself writes the function's log." },
  {
    grants: /^sqs:GetQueueAttributes /,
    of: ({ consumes }) => consumes !== undefined,
    reason: "Lambda itself asks the queue, to see how many workers it needs.",
  },
  {
    grants: /^sqs:SendMessage .*(?:runs|browserRuns)Queue$/,
    reason: "A run goes to the queue that its flow needs, or moves over to the other one.",
  },
  {
    grants: /^sqs:SendMessage .*mailsQueue$/,
    of: ({ name }) => name === "deliverMail",
    reason: "A mail that the provider does not take this time is sent again later.",
  },
  {
    grants: /^sqs:SendMessage .*(?:events|deliveries|destinations|mails)Queue$/,
    of: ({ name }) => name === "handOverDue",
    reason: "What was announced and lost comes due; the fault stories lose it.",
  },
  {
    grants: /^sqs:SendMessage .*eventsQueue$/,
    of: ({ name }) => name === "deliverData",
    reason: "A destination that fails for long raises an alert; tests of the domain have one fail.",
  },
  {
    grants: /^sqs:SendMessage .*eventsQueue$/,
    of: ({ name }) => /^firecrawl(?:Scrape|Search|Cancel\w+)$/.test(name),
    reason: "A job that ends before a worker has taken it is announced, as by cancelRun.",
  },
  {
    grants: /^dynamodb:DeleteItem /,
    of: ({ name }) => /^firecrawl(?:Scrape|Search|Cancel\w+)$/.test(name),
    reason: "A job that ends passes its slot on, past runs in line that no longer wait, as by cancelRun.",
  },
  {
    grants: /^sqs:SendMessage .*eventsQueue$/,
    of: ({ name }) => name === "firecrawlBatch",
    reason: "The first event of a job with a webhook is announced, as by firecrawlCrawl.",
  },
  {
    grants: /^s3:(?:GetObject .*uploads|ListBucketVersions |PutObject .*lists)/,
    of: ({ name }) => /^firecrawl(?:Crawl|Batch|Extract)$/.test(name),
    reason: "A job is started as createRun starts a run, which may keep a list of addresses.",
  },
  {
    grants: /^secretsmanager:GetSecretValue .*serviceSecret/,
    of: ({ name }) => /^firecrawl(?:Scrape|CrawlStatus|BatchStatus)$/.test(name),
    reason: "The link to a document's screenshot is signed with it.",
  },
  {
    grants: /^dynamodb:UpdateItem /,
    of: ({ name }) => name === "listSessions",
    reason: "Authentication counts the requests of keys; only people call this one.",
  },
  {
    grants: /^sqs:SendMessage .*stuck$/,
    reason: "Nothing is left to a person unless it has failed for hours; tests of the store have it fail.",
  },
  {
    grants: /^dynamodb:(?:GetItem|Query) .*table\/[^/]*$/,
    reason:
      "A record is read by its key, or by its partition: the store decides, and either shows the same items.",
  },
  {
    grants: /^dynamodb:(?:PutItem|UpdateItem|ConditionCheckItem) /,
    of: writes,
    reason: "A transaction makes items, changes them, or checks what it need not change, by what it finds.",
  },
  {
    grants: /^dynamodb:DeleteItem /,
    of: ({ name }) => name === "updateWebhook",
    reason: "A webhook that is switched on again ends the cause of its alert; tests of the store do so.",
  },
  {
    grants: /^dynamodb:DeleteItem /,
    of: ({ name }) => name === "deleteFlowSession",
    reason:
      "The session of a flow that no longer signs in is removed; one that does keeps a record of its end.",
  },
  {
    grants: /^dynamodb:Query .*\/index\/byBoth$/,
    of: ({ name }) => name === "executeBrowserRun",
    reason: "A run reads the pages that an earlier one kept, as executeRun does.",
  },
  {
    grants: /^dynamodb:GetItem .*\/index\/\w+$/,
    of: ({ name }) => isConfined(name),
    reason: "It opens nothing: an index has no GetItem. One condition is for the table and its indexes.",
  },
  {
    grants: /^dynamodb:Query .*\/index\/(?:byFirst|bySecond|byBoth)$/,
    of: ({ name, safe }) => safe && name.startsWith("list"),
    reason: "A list with a filter asks the filter's index.",
  },
  { grants: /^s3:AbortMultipartUpload /, reason: "The SDK ends an upload in parts that failed half-way." },
  {
    grants: /^s3:(?:ListBucket|DeleteObject) /,
    of: ({ touches }) => touches.objects === "erase" || touches.objects === "remove",
    reason: "Objects go with their record, where it has any.",
  },
  {
    grants: /^secretsmanager:GetSecretValue .*modelKeys/,
    reason: "The key of the model's endpoint is read where a deployment has a model.",
  },
  {
    grants: /^dynamodb:Query .*\/index\/byFirst$/,
    of: ({ name }) => name === "handOverDue",
    reason: "A digest lists the changes of its flow; tests of the store have one come due.",
  },
  {
    grants: /^secretsmanager:GetSecretValue .*serviceSecret/,
    of: ({ name }) => name === "createRun",
    reason: "A run that was waited for shows links to its screenshots, which the secret signs.",
  },
  {
    grants: /^secretsmanager:GetSecretValue .*serviceSecret/,
    of: ({ name }) => name === "updateWebhook",
    reason: "The new address of a Slack webhook is sealed with it; tests of the store change one.",
  },
  {
    grants: /^s3:(?:GetObject|ListBucketVersions|PutObject) /,
    of: ({ name }) => name === "triggerRun",
    reason: "A trigger may bring an uploaded list, which is read and kept as createRun does.",
  },
  {
    grants: /^s3:PutObject /,
    of: ({ name }) => name === "createUpload",
    reason:
      "Who has the form puts the object, with the right of who signed it; on one machine the service puts it.",
  },
  {
    grants: /^sts:AssumeRole .*gleaner-destination-/,
    reason: "Roles of destinations are assumed on AWS alone; tests of the adapter assume one.",
  },
  {
    grants: /^(?:dynamodb:DeleteItem|secretsmanager:GetSecretValue .*serviceSecret)/,
    of: ({ name }) => name.endsWith("Sso"),
    reason: "Single sign-on has tests with a provider, on a service of their own.",
  },
  {
    grants: /^ses:SendEmail .*identity\/[^@]*$/,
    reason: "SES looks at the identity of the sender's domain where its address has none.",
  },
  {
    grants: /./,
    of: ({ kind }) => kind === "admin",
    reason: "Operators' functions work in the tests of accounts and mail, on services of their own.",
  },
];

/** Why a function has a grant that no test uses; undefined if there is no reason. */
export const reasonFor = (name: string, grant: string): string | undefined => {
  const row = FUNCTIONS.get(name);
  return row && REASONS.find(({ grants, of = () => true }) => grants.test(grant) && of(row))?.reason;
};
