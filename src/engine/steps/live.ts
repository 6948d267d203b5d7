import type { ActionSelector } from "../../contract/actionSelectors.ts";
import type { Page } from "../page/index.ts";

/** An image of a page, as bytes. */
export interface Shot {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Of the image, in its own pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a picture is of. */
export interface ShotAbout {
  /** The step that took it. */
  readonly step: string;
  readonly url: string;
  /** It was taken because the step failed. */
  readonly isFailure?: boolean;
}

/** Keeps a screenshot. @returns what became of it, for the run's log */
export type SaveShot = (shot: Shot, about: ShotAbout) => Promise<string>;

/** What a page shows, or shall show. */
export interface Sight {
  readonly selector?: ActionSelector | undefined;
  readonly text?: string | undefined;
}

/**
 * A page that is open in a browser. Each action waits until its element is there and visible, does what
 * it says, and returns once the page has come to rest; all within `timeoutMs`.
 *
 * @throws TargetError · the reason of the aborted signal
 */
export interface LivePage {
  url(): string;
  /** The page as it is now. */
  snapshot(): Promise<Page>;
  click(selector: ActionSelector, timeoutMs: number): Promise<void>;
  /** @param textFor the text for a page at this address: asked for right before it is typed */
  type(
    selector: ActionSelector,
    textFor: (pageUrl: string) => string,
    append: boolean,
    timeoutMs: number,
  ): Promise<void>;
  /** `keys` are held down together, such as Control and a. */
  press(keys: readonly string[], focus: ActionSelector | null, timeoutMs: number): Promise<void>;
  select(selector: ActionSelector, options: readonly string[], timeoutMs: number): Promise<void>;
  hover(selector: ActionSelector, timeoutMs: number): Promise<void>;
  scroll(to: ActionSelector | "bottom" | "top" | number, timeoutMs: number): Promise<void>;
  /** @returns false where the time ran out */
  waitFor(sight: Sight, isThere: boolean, timeoutMs: number): Promise<boolean>;
  /** @returns false where the time ran out */
  waitForQuiet(timeoutMs: number): Promise<boolean>;
  pause(delayMs: number): Promise<void>;
  /** Whether the element is there, visible and not disabled now. */
  offers(selector: ActionSelector): Promise<boolean>;
  /** A button with one of these texts, marked so that the selector finds it; null where there is none. */
  findButton(texts: readonly string[]): Promise<ActionSelector | null>;
  capture(options: { fullPage: boolean; selector: ActionSelector | null }, timeoutMs: number): Promise<Shot>;
}
