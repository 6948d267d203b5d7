import { Link } from "wouter";
import { TEMPLATES } from "../flows/templates.ts";
import { AddressBox, newFlowPath } from "./addressBox.tsx";

/** The home page of an account without flows. */
export const Welcome = () => (
  <>
    <AddressBox autoFocus />
    <section className="stack tight" aria-labelledby="templates">
      <h2 id="templates">Start from a template</h2>
      <ul className="templates">
        {TEMPLATES.map(({ id, title, about }) => (
          <li key={id}>
            <Link href={newFlowPath({ template: id })} className="template">
              <strong>{title}</strong>
              <span className="muted">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  </>
);
