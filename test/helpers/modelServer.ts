import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "./pageServer.ts";

/** How the endpoint responds: with JSON, with invalid text, or with an error. */
export type ModelReply =
  | { readonly value: unknown }
  | { readonly text: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly silent: true };

export interface ModelServer {
  readonly baseUrl: string;
  readonly port: number;
  /** Request bodies, in order. */
  readonly questions: readonly string[];
  /** Authorization headers of all requests. */
  readonly keys: readonly (string | undefined)[];
  /** Responses to the next requests; the last one repeats. */
  answerWith(...replies: readonly ModelReply[]): void;
  stop(): Promise<void>;
}

const USAGE = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };

/** A local OpenAI-compatible endpoint that can also misbehave. */
export const startModelServer = async (): Promise<ModelServer> => {
  const questions: string[] = [];
  const keys: (string | undefined)[] = [];
  let replies: readonly ModelReply[] = [{ status: 500 }];
  const server = createServer(async (request, response) => {
    keys.push(request.headers.authorization);
    if (request.method === "GET") return response.end(JSON.stringify({ object: "list", data: [] }));
    questions.push(await text(request));
    const reply = replies[0] ?? { status: 500 };
    if (replies.length > 1) replies = replies.slice(1);
    if ("silent" in reply) return;
    if ("status" in reply)
      return response.writeHead(reply.status, reply.headers).end('{"error":{"message":"no"}}');
    const content = "text" in reply ? reply.text : JSON.stringify(reply.value);
    response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        id: "1",
        object: "chat.completion",
        created: 1,
        model: "test-model",
        choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
        usage: USAGE,
      }),
    );
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    questions,
    keys,
    answerWith: (...given) => {
      replies = given;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
