/** Icons of the navigation, 24 × 24, in the colour of the text. */
const SHAPES = {
  home: "M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z",
  playground: "M4 6h16v12H4zM8 10l3 2.5L8 15M13 15h4",
  flows: "M6 4v6a4 4 0 0 0 4 4h4a4 4 0 0 1 4 4v2M6 4L3 7M6 4l3 3M18 20l-3-3M18 20l3-3",
  runs: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM10 8.5l6 3.5-6 3.5z",
  alerts: "M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20a2 2 0 0 0 4 0",
  webhooks: "M9 7a3 3 0 1 1 5 2l3 6M15 17a3 3 0 1 0 3-2h-7M10 12l-3 4a3 3 0 1 1-3-2",
  destinations: "M4 7c0-2 16-2 16 0s-16 2-16 0zM4 7v10c0 2 16 2 16 0V7M4 12c0 2 16 2 16 0",
  tickets: "M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v12",
  audit: "M7 3h8l4 4v14H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM9 11h6M9 15h6",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof SHAPES;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={SHAPES[name]} />
  </svg>
);
