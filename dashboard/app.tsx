import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Route, Switch } from "wouter";
import type { Scope } from "../client/index.ts";
import { useRefusal } from "./api/session.tsx";
import { Empty, Loading } from "./ui/basics.tsx";
import { ErrorBoundary } from "./ui/errorBoundary.tsx";
import { Page } from "./ui/page.tsx";
import { Shell } from "./ui/shell.tsx";
import { CarefulRouter } from "./ui/unsaved.tsx";

interface PageProps {
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Each page is a separate file, loaded when it is first opened. */
const page = (load: () => Promise<{ readonly default: ComponentType<PageProps> }>) => lazy(load);

/** Each with the scope of what it is for, if readers lack it. */
const PAGES: readonly (readonly [path: string, Page: ComponentType<PageProps>, needs?: Scope])[] = [
  ["/", page(() => import("./pages/home.tsx"))],
  ["/playground", page(() => import("./pages/playground.tsx"))],
  ["/flows", page(() => import("./pages/flows.tsx"))],
  ["/flows/new", page(() => import("./pages/newFlow.tsx")), "flows:write"],
  ["/flows/:id", page(() => import("./pages/flow.tsx"))],
  ["/flows/:id/edit", page(() => import("./pages/editFlow.tsx")), "flows:write"],
  ["/flows/:id/records/:key", page(() => import("./pages/record.tsx"))],
  ["/runs", page(() => import("./pages/runs.tsx"))],
  ["/runs/:id", page(() => import("./pages/run.tsx"))],
  ["/alerts", page(() => import("./pages/alerts.tsx"))],
  ["/webhooks", page(() => import("./pages/webhooks.tsx"))],
  ["/webhooks/:id", page(() => import("./pages/webhook.tsx"))],
  ["/destinations", page(() => import("./pages/destinations.tsx"))],
  ["/destinations/:id", page(() => import("./pages/destination.tsx"))],
  ["/tickets", page(() => import("./pages/tickets.tsx"))],
  ["/tickets/:id", page(() => import("./pages/ticket.tsx"))],
  ["/guide", page(() => import("./pages/guide.tsx"))],
  ["/device", page(() => import("./pages/device.tsx"))],
  ["/audit", page(() => import("./pages/audit.tsx")), "audit:read"],
  ["/settings", page(() => import("./pages/settings.tsx"))],
];

const NotFound = () => (
  <Page title="Not found">
    <Empty title="Page not found">Use the menu to find what you need.</Empty>
  </Page>
);

const Allowed = ({
  needs,
  children,
}: {
  readonly needs: Scope | undefined;
  readonly children: ReactNode;
}) => {
  const refusal = useRefusal(needs);
  if (refusal === undefined) return children;
  return (
    <Page title="Not allowed">
      <Empty title="Not allowed">{refusal}</Empty>
    </Page>
  );
};

const Framed = ({ children }: { readonly children: ReactNode }) => (
  <Shell>
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  </Shell>
);

export const App = () => (
  <CarefulRouter base={import.meta.env.BASE_URL.replace(/\/$/, "")}>
    <Framed>
      <Switch>
        {PAGES.map(([path, Content, needs]) => (
          // A new record gets a new page, so that no state of the last one remains.
          <Route key={path} path={path}>
            {(params) => (
              <Allowed needs={needs}>
                <Content key={JSON.stringify(params)} params={params} />
              </Allowed>
            )}
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Framed>
  </CarefulRouter>
);
