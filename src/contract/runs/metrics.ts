/**
 * The names of the service's own CloudWatch metrics. Functions write them to their logs in the embedded metric format;
 * the stack's alarms watch some of them.
 */
export const METRICS = {
  namespace: "Gleaner",
  /** Ended runs, by `outcome` and `engine`. */
  runs: "Runs",
  /** Failed runs, by `cause`: the error's code. */
  failures: "RunFailures",
  /**
   * 1 for each failed run and -1 for each completed one. The sum is 5 if at least five runs failed and they outnumber
   * the completed ones by five: an alarm on a share that a single failure does not raise, for the price of one metric.
   */
  runBalance: "RunFailureBalance",
  /** Attempts to deliver an event or a run's data, by `channel` and `outcome`. */
  deliveries: "Deliveries",
  /** The same balance for delivery attempts, by `channel`. */
  deliveryBalance: "DeliveryFailureBalance",
  /** Seconds by which the oldest due item is late. The clock publishes it after each whole round: its heartbeat. */
  oldestDue: "OldestDue",
} as const;

/** The value of the dimension `service`, which all metrics of a stage have. */
export const serviceDimension = (stage: string): string => `gleaner-${stage}`;

/** The ways in which events reach people and programs: the dimension `channel`. */
export type DeliveryChannel = "webhook" | "destination" | "mail";
