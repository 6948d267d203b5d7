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

/** Above the records: whether the page is being opened again, and its login form if it has one. */
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
