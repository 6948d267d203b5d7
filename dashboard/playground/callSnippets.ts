/** A call as programs send it: the same in curl, TypeScript and Python. */
import type { Language } from "../ui/languages.ts";
import type { Call } from "./question.ts";

const INDENT = 2;

/** A text between single quotes, as a shell reads it. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const pathOf = ({ path, query = {} }: Call): string => {
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
};

const curl = (call: Call, apiUrl: string): string => `export GLEANER_API_KEY=gl_live_…

curl -s "${apiUrl}${pathOf(call)}" \\
  -H "X-API-Key: $GLEANER_API_KEY" -H "Content-Type: application/json" \\
  -d ${shellQuoted(JSON.stringify(call.body))}`;

/** A value as source text: JSON, with names unquoted where they may be. */
const typescriptOf = (value: unknown): string =>
  JSON.stringify(value, null, INDENT).replaceAll(/^(\s*)"([a-z]\w*)":/gim, "$1$2:");

const typescript = ({ method, body, query, result }: Call, apiUrl: string): string => {
  const given = query ? `${typescriptOf(body)}, ${typescriptOf(query)}` : typescriptOf(body);
  return `import { createClient } from "gleaner/client";

const client = createClient({ url: "${apiUrl}", apiKey: process.env.GLEANER_API_KEY });
const ${result === null ? "text" : `{ ${result} }`} = await client.${method}(${given});
console.log(${result ?? "text"});`;
};

/** A value as Python writes it, which differs from JSON in its words. */
const pythonOf = (value: unknown, indent = ""): string => {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null) return "None";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((each) => `${inner}${pythonOf(each, inner)},`)
    : Object.entries(value).map(
        ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonOf(each, inner)},`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join("\n")}\n${indent}${close}`;
};

const python = (call: Call, apiUrl: string): string => `import json, os, urllib.request

body = ${pythonOf(call.body)}
request = urllib.request.Request(
    "${apiUrl}${pathOf(call)}",
    data=json.dumps(body).encode(),
    headers={"X-API-Key": os.environ["GLEANER_API_KEY"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(${call.result === null ? "response.read().decode()" : `json.load(response)["data"]["${call.result}"]`})`;

const WRITERS: Readonly<Record<Language, (call: Call, apiUrl: string) => string>> = {
  curl,
  TypeScript: typescript,
  Python: python,
};

/** @param apiUrl of the service */
export const writeCall = (language: Language, call: Call, apiUrl: string): string =>
  WRITERS[language](call, apiUrl.replace(/\/+$/, ""));
