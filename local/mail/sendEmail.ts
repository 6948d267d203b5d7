/** The only SES call that the service makes: its request and its responses. */
import type { ServerResponse } from "node:http";
import * as z from "zod";

export const SEND_PATH = "/v2/email/outbound-emails";

const Part = z.object({ Data: z.string() });
const SendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()).min(1) }),
  Content: z.object({
    Simple: z.object({
      Subject: Part,
      Body: z.object({ Html: Part, Text: Part }),
      Attachments: z
        .array(
          z.object({
            RawContent: z.string(),
            FileName: z.string(),
            ContentType: z.string(),
            ContentId: z.string(),
          }),
        )
        .default([]),
    }),
  }),
});

export interface OutgoingMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Pictures within the HTML, as `cid:<contentId>`; their bytes in base64. */
  readonly pictures: readonly {
    readonly contentId: string;
    readonly name: string;
    readonly contentType: string;
    readonly base64: string;
  }[];
}

/** @throws Error if the body is not a SendEmail call */
export const readSendEmail = (body: string): OutgoingMail => {
  const { FromEmailAddress, Destination, Content } = SendEmail.parse(JSON.parse(body));
  const { Subject, Body, Attachments } = Content.Simple;
  return {
    from: FromEmailAddress,
    to: Destination.ToAddresses,
    subject: Subject.Data,
    html: Body.Html.Data,
    text: Body.Text.Data,
    pictures: Attachments.map(
      ({ RawContent: base64, FileName: name, ContentType: contentType, ContentId: contentId }) => ({
        contentId,
        name,
        contentType,
        base64,
      }),
    ),
  };
};

export const answerSent = (response: ServerResponse, id: string): void => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ MessageId: id }));
};

/** @param type the error's name in the AWS SDK */
export const answerRefused = (response: ServerResponse, type: string, message: string): void => {
  response
    .writeHead(400, { "content-type": "application/json", "x-amzn-errortype": type })
    .end(JSON.stringify({ message }));
};
