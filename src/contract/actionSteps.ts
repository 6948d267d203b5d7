/** Steps that act on a live page, as a person at a browser would. One row each; see `STEP_SHAPES`. */
import * as z from "zod";
import { ActionSelector, common, text } from "./stepParts.ts";

const MAX_TEXT_LENGTH = 10_000;
const MAX_DELAY_MS = 60_000;
const MAX_SCROLL_PX = 1_000_000;

const exactlyOne =
  (...names: readonly string[]) =>
  (step: Readonly<Record<string, unknown>>): boolean =>
    names.filter((name) => step[name] !== undefined).length === 1;

/** `Enter`, `ArrowDown`, `a`; with modifiers `Control+a`. */
const Key = text(40, (value) =>
  /^(?:(?:Control|Shift|Alt|Meta)\+)*(?:[A-Z][A-Za-z]*\d*|\S)$/u.test(value)
    ? null
    : 'must name a key, such as "Enter", "ArrowDown" or "Control+a"',
);

const seen = {
  /** An element that is there and visible. */
  selector: ActionSelector.optional(),
  /** Text that the page shows. */
  text: z.string().min(1).max(500).optional(),
};

export const ACTION_SHAPES = {
  click: z.strictObject({ type: z.literal("click"), selector: ActionSelector, ...common }),
  type: z.strictObject({
    type: z.literal("type"),
    selector: ActionSelector,
    text: z.string().max(MAX_TEXT_LENGTH),
    /** Keep what the field holds already (default: it is replaced). */
    append: z.boolean().optional(),
    ...common,
  }),
  press: z.strictObject({
    type: z.literal("press"),
    key: Key,
    /** Element to focus first. */
    selector: ActionSelector.optional(),
    ...common,
  }),
  select: z.strictObject({
    type: z.literal("select"),
    selector: ActionSelector,
    /** Value or label of the option, or of several. */
    value: z.union([z.string().max(500), z.array(z.string().max(500)).min(1).max(100)]),
    ...common,
  }),
  hover: z.strictObject({ type: z.literal("hover"), selector: ActionSelector, ...common }),
  scroll: z
    .strictObject({
      type: z.literal("scroll"),
      /** Element to bring into view. */
      selector: ActionSelector.optional(),
      to: z.enum(["bottom", "top"]).optional(),
      /** Pixels down; negative: up. */
      byPx: z.int().min(-MAX_SCROLL_PX).max(MAX_SCROLL_PX).optional(),
      ...common,
    })
    .refine(
      exactlyOne("selector", "to", "byPx"),
      'a scroll step needs "selector", "to" or "byPx", one of them',
    ),
  wait: z
    .strictObject({
      type: z.literal("wait"),
      ...seen,
      /** Until the page has loaded nothing for half a second. */
      networkIdle: z.literal(true).optional(),
      delayMs: z.int().min(1).max(MAX_DELAY_MS).optional(),
      /** Wait until the element or text is gone instead. */
      gone: z.boolean().optional(),
      ...common,
    })
    .refine(
      exactlyOne("selector", "text", "networkIdle", "delayMs"),
      'a wait step needs "selector", "text", "networkIdle" or "delayMs", one of them',
    ),
  screenshot: z.strictObject({
    type: z.literal("screenshot"),
    fullPage: z.boolean().optional(),
    /** Only this element. */
    selector: ActionSelector.optional(),
    ...common,
  }),
  assert: z
    .strictObject({
      type: z.literal("assert"),
      ...seen,
      /** It must not be there. */
      absent: z.boolean().optional(),
      /** What the run fails with. */
      message: z.string().trim().min(1).max(500),
      ...common,
    })
    .refine(exactlyOne("selector", "text"), 'an assert step needs "selector" or "text", one of them'),
};

type Shapes = typeof ACTION_SHAPES;
export type ActionType = keyof Shapes;
export type ActionStep = { [T in ActionType]: z.infer<Shapes[T]> }[ActionType];

export const isActionType = (type: string): type is ActionType => Object.hasOwn(ACTION_SHAPES, type);
