/** Definitions of tools. */
import type * as z from "zod";
import type { Client } from "../client/index.ts";
import type { Agent } from "./progress.ts";

/** One tool for agents. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  /** Whether agents get it without asking for all tools. */
  readonly core?: true;
  /** Inputs that are listed only with all tools. */
  readonly rare?: readonly (keyof Shape & string)[];
  readonly title: string;
  readonly description: string;
  /** Added to the description with all tools: what needs one of them, or a rare input. */
  readonly more?: string;
  readonly input: Shape;
  /** Whether it changes nothing in the service. */
  readonly readOnly: boolean;
  /** Whether it deletes or replaces data. */
  readonly destructive?: true;
  /** Returns the URL of the answer's picture, if it has one. */
  readonly pictureOf?: (answer: unknown) => string | undefined;
  /** Returns data, or a text that is passed on as it is. */
  readonly call: (client: Client, input: z.output<z.ZodObject<Shape>>, agent: Agent) => Promise<unknown>;
}

export const define = <Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool<Shape> => tool;
