import { TemplateList } from "../flows/start/templateList.tsx";
import { AddressBox } from "./addressBox.tsx";

/** The home page of an account without flows. */
export const Welcome = () => (
  <>
    <AddressBox autoFocus />
    <TemplateList />
  </>
);
