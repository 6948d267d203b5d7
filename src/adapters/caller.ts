import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";

/** Calls a function without waiting for its result: Lambda only confirms that it accepted the call. */
export const createCaller = (functionName: string) => {
  const client = new LambdaClient({ requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 } });
  return {
    async call(event: object): Promise<void> {
      await client.send(
        new InvokeCommand({
          FunctionName: functionName,
          InvocationType: "Event",
          Payload: JSON.stringify(event),
        }),
      );
    },
  };
};
