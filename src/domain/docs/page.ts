/** The OpenAPI document as one page that makes no requests and needs no scripts except for its search. */
import { createHash } from "node:crypto";
import { GUIDES } from "../../contract/guides.ts";
import { placeOf } from "./clientMethod.ts";
import { type Html, html, prose } from "./html.ts";
import { fieldRow, fieldsOf, nameOfRef, type Schema, typeOf } from "./schema.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of an OpenAPI document that the page shows. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

const endpointsOf = ({ paths }: ApiDocument): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const jsonBlock = (label: string, value: unknown): Html =>
  html`<figure><figcaption>${label}</figcaption><pre>${JSON.stringify(value, null, 2)}</pre></figure>`;

const clientMethodOf = (endpoint: Endpoint): string => {
  const place = placeOf(endpoint);
  return place === null ? endpoint.operation.operationId : `${place.group}.${place.name}`;
};

/** A call that can be pasted into a shell. */
const curlOf = ({ method, path, operation }: Endpoint): string => {
  const body = operation.requestBody?.content["application/json"]?.example;
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$URL${path.replaceAll(/\{(\w+)\}/g, "$$$1")}"`,
    ...(operation.security.length > 0 ? ['-H "X-API-Key: $KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(" \\\n  ");
};

const parametersOf = (document: ApiDocument, { parameters = [] }: OperationObject): Html => {
  if (parameters.length === 0) return html``;
  const rows = parameters.map((given) => {
    const parameter =
      given.$ref === undefined ? given : (document.components.parameters[nameOfRef(given.$ref)] ?? given);
    const { name = "", in: place = "", schema = {}, required = false, description } = parameter;
    return fieldRow(place === "query" ? `?${name}` : name, schema, required, description);
  });
  return html`<h4>Parameters</h4><table>${rows}</table>`;
};

const bodyOf = ({ requestBody }: OperationObject): Html => {
  const schema = requestBody?.content["application/json"]?.schema;
  return schema ? html`<h4>Body</h4><p>${typeOf(schema)}, as JSON</p>${fieldsOf(schema)}` : html``;
};

const responseOf = (document: ApiDocument, status: string, given: Response): Html => {
  const response =
    given.$ref === undefined ? given : (document.components.responses[nameOfRef(given.$ref)] ?? given);
  const media = response.content?.["application/json"];
  const isSuccess = status < "400";
  return html`<li class="${isSuccess ? "good" : "bad"}"><b>${status}</b><div>${prose(response.description)}
${isSuccess && media?.schema && html`<p class="shape">${typeOf(media.schema)}</p>${fieldsOf(media.schema)}`}
${isSuccess && media?.example !== undefined && jsonBlock("Example", media.example)}</div></li>`;
};

/** The id is inside the folded part, so that a link to it unfolds it. */
const endpointSection = (document: ApiDocument, endpoint: Endpoint): Html => {
  const { method, path, operation } = endpoint;
  return html`<details data-words="${operation.operationId} ${operation.tags.join(" ")}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span>${operation.summary}</span></summary>
<div id="${operation.operationId}">${prose(operation.description)}
<p class="name">In the client: <code>client.${clientMethodOf(endpoint)}(…)</code></p>
<figure><figcaption>Request</figcaption><pre>${curlOf(endpoint)}</pre></figure>
${parametersOf(document, operation)}${bodyOf(operation)}
<h4>Responses</h4><ul class="answers">${Object.entries(operation.responses).map(([status, response]) => responseOf(document, status, response))}</ul>
</div></details>`;
};

const schemaSection = ([name, schema]: readonly [string, Schema]): Html => html`
<section class="schema" id="schema-${name}"><h3>${name}</h3>${prose(schema.description)}
${schema.properties ? fieldsOf(schema) : html`<p>${typeOf(schema)}</p>`}</section>`;

const guideLinks = (guidesUrl: string): readonly Html[] =>
  Object.entries(GUIDES).map(
    ([group, guides]) =>
      html`<p><b>${group}</b>: ${Object.entries(guides).map(([name, title], index) => html`${index > 0 && " · "}<a href="${guidesUrl}/${name}.html">${title}</a>`)}</p>`,
  );

const anchorOf = (tag: string): string => `tag-${tag.toLowerCase().replaceAll(/\W+/g, "-")}`;

const pageOf = (document: ApiDocument, guidesUrl: string): Html => {
  const { info, tags, components } = document;
  const endpoints = endpointsOf(document);
  const byTag = tags.map(({ name }) => ({
    name,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const style: Html = { html: `<style>${STYLE}</style>` };
  const script: Html = { html: `<script>${SCRIPT}</script>` };
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${info.title} API ${info.version}</title>${style}</head>
<body><nav aria-label="Contents"><b>${info.title} ${info.version}</b>
<input type="search" aria-label="Search operations" placeholder="Search" hidden>
<a class="tag" href="#guides">Guides</a>
${byTag.map(({ name, endpoints }) => html`<a class="tag" href="#${anchorOf(name)}">${name}</a>${endpoints.map(({ operation }) => html`<a href="#${operation.operationId}">${operation.operationId}</a>`)}`)}
<a class="tag" href="#schemas">Schemas</a></nav>
<main><h1>${info.title} API</h1>${prose(info.description)}
<p>Send your API key in the <code>X-API-Key</code> header. Machine-readable version: <a href="openapi.json">openapi.json</a>.</p>
<h2 id="guides">Guides</h2>${guideLinks(guidesUrl)}
${byTag.map(({ name, endpoints }) => html`<h2 id="${anchorOf(name)}">${name}</h2>${endpoints.map((endpoint) => endpointSection(document, endpoint))}`)}
<h2 id="schemas">Schemas</h2>${Object.entries(components.schemas).map(schemaSection)}
</main>${script}</body></html>`;
};

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page may load nothing, and run nothing but its own style and script. */
export const PAGE_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** @param guidesUrl URL under which the guides are published */
export const renderPage = (document: ApiDocument, guidesUrl: string): string =>
  pageOf(document, guidesUrl).html;
