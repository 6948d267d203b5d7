import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { TextAnswer } from "../../contract/common.ts";
import type { Operation, Success } from "../../contract/operation.ts";

/** The row of an operation that answers with text. */
export type TextOperation = Operation & { readonly success: Extract<Success, { readonly text: string }> };

/** For an operation that returns the same text to everyone. Needs no key, input or table. */
export const serveText =
  ({ success }: TextOperation, read: () => TextAnswer | Promise<TextAnswer>) =>
  async ({ requestContext }: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const { status, text: contentType } = success;
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
