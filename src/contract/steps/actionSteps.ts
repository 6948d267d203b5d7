/** Steps that act on a live page as a person would. One row each; see `STEP_SHAPES`. */
import * as z from "zod";
import { line } from "../text.ts";
import { ActionSelector, acting, text } from "./stepParts.ts";

const MAX_TEXT_LENGTH = 10_000;
const MAX_DELAY_MS = 60_000;
const MAX_SCROLL_PX = 1_000_000;

const exactlyOne =
  (...names: readonly string[]) =>
  (step: Readonly<Record<string, unknown>>): boolean =>
    names.filter((name) => step[name] !== undefined).length === 1;

/** `Enter`, `ArrowDown`, `a`; with modifiers: `Control+a`. */
const Key = text(40, (value) =>
  /^(?:(?:Control|Shift|Alt|Meta)\+)*(?:[A-Z][A-Za-z]*\d*|\S)$/u.test(value)
    ? null
    : 'must name a key, such as "Enter", "ArrowDown" or "Control+a"',
);

const seen = {
  selector: ActionSelector.optional().describe("An element that must be present and visible."),
  text: z.string().min(1).max(500).optional().describe("Text that must be visible on the page."),
};

export const ACTION_SHAPES = {
  click: z.strictObject({ type: z.literal("click"), selector: ActionSelector, ...acting }).meta({
    description: "Clicks an element. If that opens a page, waits for it to load.",
    examples: [{ type: "click", selector: 'button:contains("Accept")', optional: true }],
  }),
  type: z
    .strictObject({
      type: z.literal("type"),
      selector: ActionSelector,
      text: z.string().max(MAX_TEXT_LENGTH).describe("The text to type. Use `{{secret.name}}` for a secret."),
      append: z.boolean().optional().describe("Add to the field's text instead of replacing it."),
      ...acting,
    })
    .meta({
      description: "Types into a field.",
      examples: [{ type: "type", selector: "#password", text: "{{secret.password}}" }],
    }),
  press: z
    .strictObject({
      type: z.literal("press"),
      key: Key.describe('A key by its name, such as "Enter", "ArrowDown" or "Control+a".'),
      selector: ActionSelector.optional().describe("The element to focus first."),
      ...acting,
    })
    .meta({
      description: "Presses a key.",
      examples: [{ type: "press", key: "Enter", selector: "input[name=q]" }],
    }),
  select: z
    .strictObject({
      type: z.literal("select"),
      selector: ActionSelector,
      value: z
        .union([z.string().max(500), z.array(z.string().max(500)).min(1).max(100)])
        .describe("Value or label of one or more options."),
      ...acting,
    })
    .meta({
      description: "Selects options in a drop-down list.",
      examples: [{ type: "select", selector: "select[name=size]", value: "Large" }],
    }),
  hover: z.strictObject({ type: z.literal("hover"), selector: ActionSelector, ...acting }).meta({
    description: "Moves the mouse over an element.",
    examples: [{ type: "hover", selector: "nav .products" }],
  }),
  scroll: z
    .strictObject({
      type: z.literal("scroll"),
      selector: ActionSelector.optional().describe("The element to scroll into view."),
      to: z.enum(["bottom", "top"]).optional(),
      byPx: z
        .int()
        .min(-MAX_SCROLL_PX)
        .max(MAX_SCROLL_PX)
        .optional()
        .describe("Pixels to scroll down; negative values scroll up."),
      ...acting,
    })
    .refine(
      exactlyOne("selector", "to", "byPx"),
      'a scroll step needs "selector", "to" or "byPx", one of them',
    )
    .meta({
      description: "Scrolls the page to an element, to an end or by a distance.",
      examples: [{ type: "scroll", to: "bottom" }],
    }),
  wait: z
    .strictObject({
      type: z.literal("wait"),
      ...seen,
      networkIdle: z
        .literal(true)
        .optional()
        .describe("Wait until the network has been idle for half a second."),
      delayMs: z.int().min(1).max(MAX_DELAY_MS).optional().describe("Wait this many milliseconds."),
      gone: z.boolean().optional().describe("Wait until the element or text disappears instead."),
      ...acting,
    })
    .refine(
      exactlyOne("selector", "text", "networkIdle", "delayMs"),
      'a wait step needs "selector", "text", "networkIdle" or "delayMs", one of them',
    )
    .meta({
      description: "Waits for an element, text, an idle network or a set time.",
      examples: [{ type: "wait", selector: ".results", timeoutMs: 10_000 }],
    }),
  screenshot: z
    .strictObject({
      type: z.literal("screenshot"),
      fullPage: z
        .boolean()
        .optional()
        .describe("Capture the full page. It is scrolled first so that lazy images load."),
      selector: ActionSelector.optional().describe("Capture only this element."),
      ...acting,
    })
    .meta({
      description: "Takes a screenshot of the page. The run lists a link to it.",
      examples: [{ type: "screenshot", fullPage: true, label: "after login" }],
    }),
  assert: z
    .strictObject({
      type: z.literal("assert"),
      ...seen,
      absent: z.boolean().optional().describe("Require that it is absent."),
      message: line(500).describe("The error message if it fails."),
      ...acting,
    })
    .refine(exactlyOne("selector", "text"), 'an assert step needs "selector" or "text", one of them')
    .meta({
      description: "Fails the run with your message if an element or text is missing.",
      examples: [{ type: "assert", selector: ".account", message: "The login failed." }],
    }),
};

type Shapes = typeof ACTION_SHAPES;
export type ActionType = keyof Shapes;
export type ActionStep = { [T in ActionType]: z.infer<Shapes[T]> }[ActionType];

export const isActionType = (type: string): type is ActionType => Object.hasOwn(ACTION_SHAPES, type);

/** The step that checks a page. */
export type AssertStep = Extract<ActionStep, { type: "assert" }>;

export const isAssert = (step: { readonly type: string } | undefined): step is AssertStep =>
  step?.type === "assert";
