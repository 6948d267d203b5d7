import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";

interface PageProps {
  readonly title: string;
  /** Shown beside the title, such as a status. */
  readonly badge?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** The parent page in the breadcrumb. */
  readonly parent?: readonly [path: string, title: string];
  /** The page itself in the breadcrumb. Default: its title. */
  readonly current?: string;
  readonly children: ReactNode;
}

export const Page = ({ title, badge, lead, actions, parent, current, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Gleaner`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <div>
          {parent !== undefined && (
            <nav className="crumbs" aria-label="Breadcrumb">
              <Link href={parent[0]}>{parent[1]}</Link> / <span aria-current="page">{current ?? title}</span>
            </nav>
          )}
          <div className="row">
            <h1>{title}</h1>
            {badge}
          </div>
          {lead !== undefined && <div className="muted">{lead}</div>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
};
