import { answerUnrouted } from "../../src/runtime/http/answerUnrouted.ts";

export const handler = answerUnrouted();
