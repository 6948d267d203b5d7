import type { ServerResponse } from "node:http";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** Sends one of the runner's own pages, without scripts or external content. */
export const sendPage = (response: ServerResponse, title: string, content: string, status = 200): void => {
  response
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d2433}
table{width:100%;border-collapse:collapse}td,th{text-align:start;padding:.5rem;border-bottom:1px solid #dde1e8}
button{font:inherit;padding:.5rem 1rem;margin:0 .5rem .5rem 0}iframe{width:100%;height:32rem;border:1px solid #dde1e8}
</style></head><body>${content}</body></html>`);
};
