import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { TextAnswer } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import { errorReply } from "./reply.ts";
import { serveText, type TextOperation } from "./serveText.ts";

/** As `serveText`, for a text that not every deployment has. */
export const serveTextOrError = (operation: TextOperation, read: () => Promise<TextAnswer>) => {
  const serve = serveText(operation, read);
  return async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    try {
      return await serve(event);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { requestId } = event.requestContext;
      const reply = errorReply(error, requestId);
      return { ...reply, headers: { ...reply.headers, "x-request-id": requestId } };
    }
  };
};
