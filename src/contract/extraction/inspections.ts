/** A page as a person sees it: a screenshot, and the elements that can be picked. */
import * as z from "zod";
import { HttpUrl, RobotsRule, Timestamp } from "../common.ts";
import { Questions } from "../fields/questions.ts";
import { FlowRender } from "../flows/flowDefinition.ts";
import { CallRequestOptions } from "../flows/requestOptions.ts";
import { misplacedSecrets, secretsOf } from "../flows/secrets.ts";
import { PermissionPolicy } from "../permissions.ts";
import { isActionType } from "../steps/actionSteps.ts";
import { Steps } from "../steps/steps.ts";
import { OpenedSiblings, SIBLINGS_MANNERS } from "./siblings.ts";

const MAX_STEPS = 20;

const REQUEST = z.strictObject({
  url: HttpUrl.describe("The page to inspect."),
  render: FlowRender.default("auto").describe(
    "`auto`: scripts run, and a flow made from the page uses a browser only if it has to. `browser`: it always does. " +
      "`static`: scripts do not run.",
  ),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: fetch the page even if robots.txt disallows it. Only use it if you have permission.",
  ),
  permissions: PermissionPolicy.optional(),
  request: CallRequestOptions.optional().describe(
    "How the page is asked for, such as its language or a phone's viewport; flows made from the page get the same.",
  ),
  steps: Steps.max(MAX_STEPS)
    .optional()
    .describe(
      "What to do before the page is inspected: `navigate` and the steps that act on a page, such as `click` and `type`.",
    ),
  siblings: z
    .boolean()
    .optional()
    .describe(
      "Default true: two further pages of the same template are opened, and flows made from the page are checked on them. " +
        `None are with \`steps\`. ${SIBLINGS_MANNERS}`,
    ),
  flowId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe(
      "The flow whose secrets the steps type. An inspection that types secrets has no picture, since a picture " +
        "cannot be masked.",
    ),
});

export const InspectRequest = REQUEST.superRefine(({ url, steps = [], flowId, render }, context) => {
  const refuse = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: "custom", path, message });
  for (const [at, { type }] of steps.entries())
    if (type !== "navigate" && !isActionType(type))
      refuse(
        ["steps", at, "type"],
        "only `navigate` and steps that act on the page come before an inspection",
      );
  for (const { path, message } of misplacedSecrets({ url, steps })) refuse([...path], message);
  if (secretsOf(steps).length > 0 && flowId === undefined)
    refuse(["flowId"], "name the flow whose secrets the steps type");
  if (steps.length > 0 && render === "static")
    refuse(["render"], "steps act in a browser: leave `render` out, or remove the steps");
});
export type InspectRequest = z.infer<typeof InspectRequest>;

export const ELEMENT_KINDS = ["text", "heading", "link", "button", "input", "image"] as const;

const Box = z
  .array(z.int())
  .length(4)
  .describe("Left, top, width and height in CSS pixels, from the top left of the page.");

const Node = z.int().min(1).describe("Names the element within this inspection.");

const InspectedElement = z.object({
  node: Node,
  kind: z.enum(ELEMENT_KINDS),
  text: z.string().max(80).describe("Its text, cut to 80 characters; for an image, its alternative text."),
  box: Box,
  record: z
    .array(z.int())
    .length(2)
    .optional()
    .describe("The record it belongs to: index of the region, and of the record in it."),
  covered: z.literal(true).optional().describe("Something else lies over it, such as a banner."),
});
export type InspectedElement = z.infer<typeof InspectedElement>;

const Region = z.object({
  recordCount: z.int().min(1).describe("All records of the region, those without a box included."),
  records: z
    .array(z.object({ node: Node, box: Box }))
    .describe("Records that have a box, in the order of the page."),
});

const SignInForm = z.object({
  username: z.string().describe("Selector of the field for the user name or email address."),
  password: z.string().describe("Selector of the field for the password."),
  submit: z
    .string()
    .optional()
    .describe("Selector of the button; absent: press Enter in the field for the password."),
});
export type SignInForm = z.infer<typeof SignInForm>;

export const InspectedPage = z.object({
  title: z.string(),
  pageUrl: z.string().describe("URL of the page, after redirects and steps."),
  width: z.int().min(0).describe("Size of the page in CSS pixels. The picture is as wide, and never taller."),
  height: z.int().min(0),
  pictureHeight: z.int().min(0).describe("The picture ends here; pages taller than 16,384 pixels are cut."),
  direction: z.enum(["ltr", "rtl"]),
  elements: z.array(InspectedElement),
  elementCount: z
    .int()
    .min(0)
    .describe("Elements that can be pointed at; `elements` has fewer if they do not fit."),
  regions: z.array(Region).describe("Lists of repeated records, the most likely first."),
  next: z
    .array(z.int())
    .optional()
    .describe("Elements that lead to the next page or add to the list: pick one with `take` `next`."),
  signIn: SignInForm.optional().describe(
    "The page's login form. To see what is behind it, inspect the page again with steps that type into it, marked " +
      '`"when": "signed-out"`, and the password as a secret of the flow.',
  ),
  questions: Questions.optional(),
  siblings: OpenedSiblings.optional(),
  notes: z.array(z.string()).describe("What was left out, and why."),
});
export type InspectedPage = z.infer<typeof InspectedPage>;

export const INSPECTION_STATUSES = ["running", "completed", "failed"] as const;

export const Inspection = z.object({
  id: z.string(),
  status: z.enum(INSPECTION_STATUSES),
  url: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.describe("Until then it can be read, and flows can be made from it."),
  cost: z.number().min(0).optional().describe("In US dollars, once it has ended."),
  pictureUrl: z
    .string()
    .nullable()
    .optional()
    .describe("A link that needs no key. Null if there is no picture, since the steps type secrets."),
  page: InspectedPage.optional().describe("What the page shows, once the inspection is completed."),
  error: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .describe("Why there is nothing to show, if the inspection failed."),
});
export type Inspection = z.infer<typeof Inspection>;

/** An element that a person picked. */
export const PickedElement = z.strictObject({
  node: Node,
  name: z.string().min(1).max(100).optional().describe("Name of the field. Leave out to have one proposed."),
  take: z
    .enum(["text", "link", "image", "next"])
    .optional()
    .describe(
      "What to take: its text, the address it links to, or its image. Default: `image` for an image, else `text`. " +
        "`next`: it is no field but the link or button that leads to the next page.",
    ),
  not: z
    .literal(true)
    .optional()
    .describe(
      "Rules the element out. With `name`: it is not the value of this field. Without: the record around it is none.",
    ),
});
export type PickedElement = z.infer<typeof PickedElement>;

/** Whether a pick shows a value of a field. */
export const isValuePick = ({ take, not }: PickedElement): boolean => take !== "next" && not !== true;

export const Picks = z
  .array(PickedElement)
  .min(1)
  .max(40)
  .refine((picks) => picks.some(isValuePick), "pick at least one value to collect")
  .describe(
    "With `inspectionId`: elements of the inspected page, one for each field. " +
      "A second element with the same name is a second example, in another record.",
  );
