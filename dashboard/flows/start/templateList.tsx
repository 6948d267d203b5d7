import { Link } from "wouter";
import { newFlowPath } from "./startLink.ts";
import { TEMPLATES } from "./templates.ts";

/** Common jobs, each of which fills in the description of a new flow. */
export const TemplateList = () => (
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
);
