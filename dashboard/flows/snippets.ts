/** A flow as programs run it: the same in curl, TypeScript and Python. */
import type { Language } from "../ui/languages.ts";

interface Place {
  /** Of the service, without a slash at the end. */
  readonly apiUrl: string;
  readonly flowId: string;
}

const CURL = ({ apiUrl, flowId }: Place): string => `export GLEANER_API_KEY=gl_live_…

# Run the flow, and wait up to 25 seconds for it
curl -s ${apiUrl}/runs -H "X-API-Key: $GLEANER_API_KEY" \\
  -H "Content-Type: application/json" -H "Prefer: wait=25" \\
  -d '{"flowId": "${flowId}"}'

# Read the items of the last good run
curl -sL ${apiUrl}/flows/${flowId}/latest -H "X-API-Key: $GLEANER_API_KEY"`;

const TYPESCRIPT = ({ apiUrl, flowId }: Place): string => `import { createClient } from "gleaner/client";

const client = createClient({ url: "${apiUrl}", apiKey: process.env.GLEANER_API_KEY });
const run = await client.runs.createAndWait({ flowId: "${flowId}" });
for await (const item of client.runs.items(run.id)) console.log(item);`;

const PYTHON = ({ apiUrl, flowId }: Place): string => `import json, os, urllib.request

request = urllib.request.Request(
    "${apiUrl}/flows/${flowId}/latest",
    headers={"X-API-Key": os.environ["GLEANER_API_KEY"]},
)
with urllib.request.urlopen(request) as response:
    for item in json.load(response):
        print(item)`;

const WRITERS: Readonly<Record<Language, (place: Place) => string>> = {
  curl: CURL,
  TypeScript: TYPESCRIPT,
  Python: PYTHON,
};

export const snippetOf = (language: Language, { apiUrl, flowId }: Place): string =>
  WRITERS[language]({ apiUrl: apiUrl.replace(/\/+$/, ""), flowId });
