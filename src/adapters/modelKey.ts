import * as z from "zod";
import { readSecretText } from "./secrets.ts";

/** The endpoint's key, as the operator puts it into the model's secret. */
const ModelKeys = z.object({ apiKey: z.string().min(1) });

/** Undefined if the secret is empty: a self-hosted endpoint may need no key. */
export const readModelKey = async (secretArn: string): Promise<string | undefined> =>
  ModelKeys.safeParse(JSON.parse((await readSecretText(secretArn)) || "{}")).data?.apiKey;
