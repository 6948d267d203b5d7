/** The tabs of the flow editor, and on which of them each part of a flow is edited. */

export const EDITOR_TABS = [
  ["data", "Data"],
  ["schedule", "Schedule"],
  ["alerts", "Alerts"],
  ["advanced", "Advanced"],
] as const;
export type EditorTab = (typeof EDITOR_TABS)[number][0];

/** Parts that are not listed are on the tab "Advanced". */
const TAB_OF: Readonly<Record<string, EditorTab>> = {
  name: "data",
  url: "data",
  mode: "data",
  steps: "data",
  outputSchema: "data",
  schedule: "schedule",
  monitor: "alerts",
  expect: "alerts",
};

/** @param path of an invalid entry, such as `steps[0].selector` */
export const tabOf = (path: string): EditorTab => TAB_OF[/^\w+/.exec(path)?.[0] ?? ""] ?? "advanced";
