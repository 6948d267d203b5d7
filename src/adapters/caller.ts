import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";

/** Calls a function without waiting for its result: Lambda only confirms that it accepted the call. */
export const createCaller = (functionName: string) => {
  const client = new LambdaClient(AWS_REQUESTS.short);
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
