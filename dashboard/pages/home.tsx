import { useMemo } from "react";
import { Link } from "wouter";
import type { Analytics, Period } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { LazyChart } from "../charts/lazyChart.tsx";
import { AddressBox } from "../home/addressBox.tsx";
import { Attention } from "../home/attention.tsx";
import { Checklist } from "../home/checklist.tsx";
import { ActivityFeed, UnreadAlerts } from "../home/feeds.tsx";
import { FlowHealth } from "../home/flowHealth.tsx";
import { Welcome } from "../home/welcome.tsx";
import { ButtonLink, Card, Loading } from "../ui/basics.tsx";
import { Segments } from "../ui/form.tsx";
import { showCount, showDay, showLarge, showMoney, showPercent } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useFilters } from "../ui/useFilters.ts";

const PERIODS = [
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["90d", "90 days"],
] as const satisfies readonly (readonly [Period, string])[];

const Tiles = ({ totals }: { readonly totals: Analytics }) => (
  <dl className="tiles">
    <div className="tile">
      <dt>Runs</dt>
      <dd>{showLarge(totals.totalRuns)}</dd>
    </div>
    <div className="tile">
      <dt>Success</dt>
      <dd>{totals.totalRuns === 0 ? "–" : showPercent(totals.successRate)}</dd>
    </div>
    <div className="tile">
      <dt>Data points</dt>
      <dd>{showLarge(totals.dataPointsExtracted)}</dd>
    </div>
    <div className="tile">
      <dt>Cost</dt>
      <dd>{showMoney(totals.totalCost)}</dd>
    </div>
  </dl>
);

type Days = Analytics["dailyBreakdown"];

const RunsChart = ({ days }: { readonly days: Days }) => {
  const props = useMemo(
    () => ({
      label: "Runs per day, and how many completed",
      xTitle: "Day",
      xs: days.map(({ date }) => date),
      showX: showDay,
      series: [
        // Completed runs are drawn over all runs, so the visible rest are those that did not complete.
        {
          title: "All runs",
          colour: "chart-rest" as const,
          form: "bars" as const,
          values: days.map(({ runs }) => runs),
          show: showCount,
        },
        {
          title: "Completed",
          colour: "accent" as const,
          form: "bars" as const,
          values: days.map(({ success }) => success),
          show: showCount,
        },
      ],
    }),
    [days],
  );
  return (
    <Card title="Runs per day">
      <LazyChart {...props} />
    </Card>
  );
};

const CostChart = ({ days }: { readonly days: Days }) => {
  const props = useMemo(
    () => ({
      label: "Cost per day in US dollars",
      xTitle: "Day",
      xs: days.map(({ date }) => date),
      showX: showDay,
      series: [
        {
          title: "Cost",
          colour: "blue" as const,
          form: "bars" as const,
          values: days.map(({ cost }) => cost),
          show: showMoney,
        },
      ],
    }),
    [days],
  );
  return (
    <Card title="Cost per day">
      <LazyChart {...props} />
    </Card>
  );
};

const MIN_DAYS = 2;
/** A chart with a single bar says no more than the figures above it. */
const hasTrend = (days: Days): boolean => days.filter(({ runs }) => runs > 0).length >= MIN_DAYS;

/** Whether the account has flows; undefined until that is known. */
const useHasFlows = (): boolean | undefined => {
  const { data, error } = useRecord(["flows", "any"], async (client) => {
    const { total } = await client.listFlows({ limit: 1 });
    return total > 0;
  });
  // A key that may not read flows sees the figures.
  return error === null ? data : true;
};

export default function Home() {
  const hasFlows = useHasFlows();
  if (hasFlows === undefined)
    return (
      <Page title="Home">
        <Loading />
      </Page>
    );
  if (!hasFlows)
    return (
      <Page title="Home">
        <Welcome />
        <Checklist />
      </Page>
    );
  return <Figures />;
}

const Figures = () => {
  const filters = useFilters();
  const { period = "7d" } = filters.query({ period: PERIODS.map(([value]) => value) });
  const { data, error, refetch } = useRecord(["analytics", period], (client) =>
    client.getAnalytics({ period }),
  );
  return (
    <Page
      title="Home"
      actions={
        <>
          <Segments
            label="Period"
            value={period}
            onValue={(value) => filters.write("period", value)}
            options={PERIODS}
          />
          <ButtonLink needs="flows:write" to="/flows/new" look="primary">
            New flow
          </ButtonLink>
        </>
      }
    >
      <Checklist />
      <Attention />
      <AddressBox />
      <div className="columns">
        <FlowHealth />
        <Card title="Unread alerts" isFlush actions={<Link href="/alerts">All alerts</Link>}>
          <UnreadAlerts />
        </Card>
      </div>
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <Tiles totals={data} />
          {hasTrend(data.dailyBreakdown) && (
            <div className="columns">
              <RunsChart days={data.dailyBreakdown} />
              {data.totalCost > 0 && <CostChart days={data.dailyBreakdown} />}
            </div>
          )}
        </>
      )}
      <Card title="Activity" isFlush>
        <ActivityFeed />
      </Card>
    </Page>
  );
};
