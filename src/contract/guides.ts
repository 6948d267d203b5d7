/** The guides in docs/guide, in reading order, as published beside the dashboard: file → title. */
export const GUIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Get started": {
    "first-flow": "Your first flow",
    tutorials: "Tutorials",
    cookbook: "Cookbook",
    extraction: "Extraction",
    search: "Searching the web",
    "generate-and-models": "Generating flows, and language models",
    glossary: "Glossary",
    faq: "FAQ",
    comparison: "How Gleaner compares",
  },
  Collect: {
    "fields-and-steps": "Fields and steps",
    "inputs-lists-and-crawls": "Inputs, lists and crawls",
    pages: "Fetching pages",
    requests: "Requests and identity",
    "schedules-and-secrets": "Schedules, logins and secrets",
    sessions: "Staying signed in",
    healing: "Healing",
  },
  Monitor: {
    monitors: "Monitors",
    "data-quality": "Data quality",
    "alerts-and-mail": "Alerts and email",
    webhooks: "Webhooks",
    destinations: "Destinations",
    exports: "Exports",
    links: "Links to your data",
  },
  Connect: {
    "command-line": "Command line",
    client: "Client library",
    agents: "AI agents",
    "moving-from-firecrawl": "Moving from Firecrawl",
  },
  Reference: {
    people: "People and sign-in",
    errors: "Errors",
    limits: "Plans and limits",
    versions: "Versions and compatibility",
  },
  Operate: { "one-server": "Running on one server", "self-hosting": "Self-hosting" },
};

/** Source folder of the guides in the repository. */
export const GUIDES_SOURCE = "docs/guide";

/** Path of the published guides, relative to the dashboard's URL. */
export const GUIDES_PATH = "/guide";
