/** Why a monitor takes a difference for noise, in a few words. */
import type { Client } from "../../../client/index.ts";

type Reason = keyof Awaited<ReturnType<Client["listFlowChanges"]>>["data"][number]["noise"]["reasons"];

export const REASONS: Readonly<Record<Reason, string>> = {
  format: "written differently",
  visit: "URL parameters of the visit",
  reads: "differs at every read",
  rendering: "drawn a little differently",
  age: "an age",
  counter: "a view counter",
  clock: "an update time",
  name: "a field that counts visits or tells the time",
  field: "a field that only one run has",
  partial: "one of the runs was partial",
  apart: "a record that was merged with another",
};
