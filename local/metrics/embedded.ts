import * as z from "zod";

/** One value of a log line in CloudWatch's embedded metric format. */
export interface Datum {
  readonly name: string;
  readonly value: number;
  readonly dimensions: Readonly<Record<string, string>>;
}

const Line = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The metrics in a line of a function's log; none in a line of another kind.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const readEmbeddedMetrics = (line: string): readonly Datum[] => {
  if (!line.startsWith('{"_aws"')) return [];
  const { data } = Line.safeParse(parseJson(line));
  return (data?._aws.CloudWatchMetrics ?? []).flatMap(({ Dimensions: [names = []], Metrics }) => {
    const dimensions = Object.fromEntries(names.map((name) => [name, String(data?.[name])]));
    return Metrics.map(({ Name: name }) => ({ name, value: Number(data?.[name]), dimensions }));
  });
};
