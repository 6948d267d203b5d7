import type { ActionSelector } from "../../contract/steps/actionSelectors.ts";
import type { Area } from "../../contract/steps/pictures.ts";
import type { Page } from "../page/index.ts";

/** An image of a page, as bytes. */
export interface Shot {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Size of the image in its own pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a screenshot shows. */
export interface ShotAbout {
  /** The step that took it. */
  readonly step: string;
  readonly url: string;
  /** Whether it was taken because the step failed. */
  readonly isFailure?: boolean;
  /** The SHA-256 of a picture that a monitor compares, under which it is stored. */
  readonly digest?: string;
}

/** How pictures that are compared are taken. */
export interface PictureOptions {
  /** Elements that are not compared. */
  readonly ignore: readonly ActionSelector[];
}

/** A picture of a page at rest, and what is known about it. */
export interface Picture extends Shot {
  readonly title: string;
  /** Where the ignored elements are, in pixels of the picture. */
  readonly ignored: readonly Area[];
  /** Size of the page or element before it was cut to what can be drawn; absent: it was not cut. */
  readonly wholeSize?: { readonly width: number; readonly height: number };
  /** The page kept changing by itself until the time limit. */
  readonly isRestless: boolean;
}

/** Stores a screenshot. @returns a message for the run's log */
export type SaveShot = (shot: Shot, about: ShotAbout) => Promise<string>;

/** Something to wait for on a page. */
export interface Sight {
  readonly selector?: ActionSelector | undefined;
  readonly text?: string | undefined;
}

/**
 * A page that is open in a browser. Each action waits until its element is visible, acts, and returns once
 * the page has settled; all within `timeoutMs`.
 *
 * @throws TargetError · the reason of the aborted signal
 */
export interface LivePage {
  url(): string;
  /** The current page. */
  snapshot(): Promise<Page>;
  click(selector: ActionSelector, timeoutMs: number): Promise<void>;
  /** @param textFor the text for a page at this URL; called right before typing */
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
  /** Scrolls down by less than is in view. @returns false if the end was in view before */
  scrollOn(timeoutMs: number): Promise<boolean>;
  /** @returns false if the time ran out */
  waitFor(sight: Sight, isThere: boolean, timeoutMs: number): Promise<boolean>;
  /** @returns false if the time ran out */
  waitForQuiet(timeoutMs: number): Promise<boolean>;
  pause(delayMs: number): Promise<void>;
  /** Whether the element exists, visible and not disabled, right now. */
  offers(selector: ActionSelector): Promise<boolean>;
  /**
   * A button with one of these texts, marked so that the selector matches it; null if there is none.
   *
   * @param outside buttons in boxes whose class, id or role matches it are left out
   */
  findButton(texts: readonly string[], outside?: RegExp): Promise<ActionSelector | null>;
  /**
   * Takes a picture of the page, or of an element, with animations stopped, fonts and lazy images loaded and cookie
   * banners hidden, once it no longer changes.
   * @returns null if nothing visible matches the selector
   */
  picture(
    options: PictureOptions & { readonly selector: ActionSelector | null },
    timeoutMs: number,
  ): Promise<Picture | null>;
  capture(options: { fullPage: boolean; selector: ActionSelector | null }, timeoutMs: number): Promise<Shot>;
}
