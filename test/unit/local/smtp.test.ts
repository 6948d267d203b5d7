import { createServer } from "node:http";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clientSettings } from "../../../local/emulators/endpoints.ts";
import { createRelay } from "../../../local/mail/relay.ts";
import { createSmtp, readSmtpSettings, startSmtp } from "../../../local/mail/smtp.ts";
import { createShutdown } from "../../../local/shutdown.ts";
import { listen } from "../../helpers/pageServer.ts";
import { type SmtpServer, startSmtpServer } from "../../helpers/smtpServer.ts";

let server: SmtpServer;
let close: () => void;
let ses: SESv2Client;
const warnings: string[] = [];

const settingsFor = (port: number) => {
  const settings = readSmtpSettings({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_SENDER: "Gleaner <a@example.org>",
  });
  if (!settings) throw new Error("no settings were read");
  return settings;
};

beforeEach(async () => {
  server = await startSmtpServer();
  const smtp = createSmtp(settingsFor(server.port));
  const relay = createRelay(smtp, (line) => warnings.push(line));
  const http = createServer(async (request, response) => {
    if (!(await relay(request, response))) response.writeHead(404).end();
  });
  ses = new SESv2Client({ ...clientSettings(`http://127.0.0.1:${await listen(http)}`), maxAttempts: 1 });
  close = () => {
    smtp.close();
    http.closeAllConnections();
    http.close();
  };
});
afterEach(async () => {
  ses.destroy();
  close();
  warnings.splice(0);
  await server.stop();
});

/** As the service's mailer does. */
const send = (to = "someone@example.com") =>
  ses.send(
    new SendEmailCommand({
      FromEmailAddress: "Gleaner <a@example.org>",
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: "تنبيه 日本" },
          Body: { Html: { Data: "<p>hello</p>" }, Text: { Data: "hello" } },
        },
      },
    }),
  );

describe("email over SMTP", () => {
  it("arrives with its sender and recipient", async () => {
    expect((await send()).MessageId).toMatch(/@/);
    const [mail] = server.taken;
    expect(mail).toMatchObject({ from: "a@example.org", to: ["someone@example.com"] });
    expect(mail?.content).toContain("<p>hello</p>");
    expect(mail?.content).toMatch(/^Subject: =\?UTF-8\?/m);
  });

  it.each([
    ["RCPT", "550 no such mailbox", "MessageRejected"],
    [".", "554 content refused", "MessageRejected"],
    ["RCPT", "450 try again later", "SendingPausedException"],
    ["MAIL", "421 too busy", "SendingPausedException"],
    ["CONNECT", "554 not for you", "SendingPausedException"],
  ])("that the server answers at %s with %j is reported as %s", async (command, reply, name) => {
    server.replies.set(command, reply);
    await expect(send()).rejects.toMatchObject({ name });
    expect(warnings).toEqual([expect.stringContaining("An email was rejected: ")]);
    server.replies.clear();
    await send();
    expect(server.taken).toHaveLength(1);
  });

  it("waits while there is no server, with a note at startup", async () => {
    await server.stop();
    const shutdown = createShutdown();
    const said = new Promise<string>((resolve) => {
      startSmtp(
        { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_SENDER: "a@example.org" },
        shutdown,
        resolve,
      );
    });
    expect(await said).toMatch(
      /^Email is waiting: the server at 127\.0\.0\.1:\d+ did not accept it \(.*ECONNREFUSED/,
    );
    await expect(send()).rejects.toMatchObject({ name: "SendingPausedException" });
    await shutdown.run();
    server = await startSmtpServer();
  });
});

describe("SMTP settings", () => {
  it.each([
    [{ SMTP_URL: "mail.example.org", MAIL_SENDER: "a@example.org" }, "smtps://user:password@host"],
    [{ SMTP_URL: "https://mail.example.org", MAIL_SENDER: "a@example.org" }, "smtps://user:password@host"],
    [{ SMTP_URL: "smtps://mail.example.org" }, "needs MAIL_SENDER"],
  ])("are refused with an explanation: %j", (environment, sentence) => {
    expect(() => readSmtpSettings(environment)).toThrow(sentence);
  });

  it("are null if no server is configured", () => {
    expect(readSmtpSettings({})).toBeNull();
  });
});
