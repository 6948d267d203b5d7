import type { InspectedPage } from "../../client/index.ts";
import type { Opening } from "./opening.ts";
import { SignInCard } from "./signInCard.tsx";

interface PageStateProps {
  readonly page: InspectedPage;
  readonly opening: Opening;
  /** Whether it is being opened in another way. */
  readonly isOpening: boolean;
  readonly onOpen: (opening: Opening) => void;
}

/** What stands between the page and what is behind it: that it is opening, or its login form. */
export const PageState = ({ page, opening, isOpening, onOpen }: PageStateProps) => (
  <>
    {isOpening && (
      <p className="notice" role="status">
        Opening the page …
      </p>
    )}
    {page.signIn && <SignInCard opening={opening} form={page.signIn} isOpening={isOpening} onOpen={onOpen} />}
  </>
);
