import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { TextAnswer } from "../../contract/common.ts";
import { OPERATIONS, type OperationName } from "../../contract/operations.ts";

export type TextOperation = {
  [N in OperationName]: (typeof OPERATIONS)[N]["success"] extends { readonly text: string } ? N : never;
}[OperationName];

/** For an operation that returns the same text to everyone. Needs no key, input or table. */
export const serveText =
  (name: TextOperation, read: () => TextAnswer | Promise<TextAnswer>) =>
  async ({ requestContext }: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const { status, text: contentType } = OPERATIONS[name].success;
    const { text, headers } = await read();
    return {
      statusCode: status,
      headers: {
        "x-content-type-options": "nosniff",
        ...headers,
        "content-type": contentType,
        "x-request-id": requestContext.requestId,
      },
      body: text,
    };
  };
