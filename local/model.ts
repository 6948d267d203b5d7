/** The language model on this machine: an OpenAI-compatible endpoint that the user configures. */

/** Logical id of the secret that holds the endpoint's key. */
export const MODEL_SECRET = "modelKeys";

type Environment = Readonly<Record<string, string | undefined>>;

/** Deployment settings of the model, from MODEL_BASE_URL, MODEL_ID and MODEL_PRICES; none without an endpoint. */
export const modelEnvironment = ({
  MODEL_BASE_URL,
  MODEL_ID,
  MODEL_PRICES,
}: Environment): Readonly<Record<string, string>> =>
  MODEL_BASE_URL && MODEL_ID ? { MODEL_BASE_URL, MODEL_ID, ...(MODEL_PRICES && { MODEL_PRICES }) } : {};

/** Value of the secret: the key, as an operator would have stored it. */
export const modelSecret = ({ MODEL_API_KEY }: Environment): string =>
  JSON.stringify(MODEL_API_KEY ? { apiKey: MODEL_API_KEY } : {});
