import { useEffect } from "react";
import { GUIDES_URL } from "../api/config.ts";
import { Page } from "../ui/page.tsx";

/** The guides are pages of their own, beside the app. */
export default function Guide() {
  useEffect(() => location.replace(GUIDES_URL), []);
  return (
    <Page title="Guides">
      <p>
        <a href={GUIDES_URL}>Open the guides</a>
      </p>
    </Page>
  );
}
