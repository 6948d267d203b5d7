/** Uploads to a deployed stage, to check what S3 itself enforces of the policy that a function signed. */

import type { Upload } from "../../client/index.ts";
import { createClient } from "../../client/index.ts";
import { SetupError } from "../../lib/setup-error.ts";
import { createUploadForms } from "../../src/adapters/uploadForms.ts";
import type { Caller } from "./use.ts";

const LATE_TIMEOUT_MS = 30_000;
const LOOK_MS = 250;

interface Form {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** @returns the status, and S3's error code if it refuses */
const send = async (
  { url, fields }: Form,
  file: Uint8Array<ArrayBuffer>,
  changes: object = {},
): Promise<string> => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value);
  form.append("file", new Blob([file]), "list.csv");
  const response = await fetch(url, { method: "POST", body: form });
  const code = /<Code>([^<]*)<\/Code>/.exec(await response.text())?.[1];
  return code === undefined ? String(response.status) : `${response.status} ${code}`;
};

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Forms that S3 must refuse: what is changed, what is sent, and S3's response. */
const refusals = ({ fields, maxBytes }: Upload): [string, object, Uint8Array<ArrayBuffer>, string][] => {
  const list = bytes("https://shop.example/\n");
  const elsewhere = `${fields.key}0`;
  const policy = Buffer.from(JSON.stringify({ expiration: "2999-01-01T00:00:00Z", conditions: [] }));
  return [
    ["another place", { key: elsewhere }, list, "403 AccessDenied"],
    ["another type", { "Content-Type": "text/html" }, list, "403 AccessDenied"],
    ["a field more", { acl: "public-read" }, list, "403 AccessDenied"],
    ["a policy of its own", { Policy: policy.toString("base64") }, list, "403 SignatureDoesNotMatch"],
    ["an empty file", {}, bytes(""), "400 EntityTooSmall"],
    ["a file that is too large", {}, new Uint8Array(maxBytes + 1), "400 EntityTooLarge"],
  ];
};

/** Sends a form that is valid for a second until S3 refuses it. */
const checkLate = async (url: string): Promise<void> => {
  const bucket = new URL(url).pathname.split("/")[1] ?? "";
  const form = await createUploadForms(bucket).sign({
    key: "tmp/uploads/rehearsal/late",
    contentType: "text/csv",
    maxBytes: 100,
    seconds: 1,
  });
  const deadline = performance.now() + LATE_TIMEOUT_MS;
  for (;;) {
    const answer = await send(form, bytes("https://shop.example/\n"));
    if (answer === "403 AccessDenied") return;
    if (answer !== "204" || performance.now() > deadline)
      throw new SetupError(`A form that was sent late answers ${answer}.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

/**
 * Uploads lists as clients do: with forms that were changed, one that is sent twice, and one that is used for a run.
 *
 * @returns how many URLs were run
 */
export const checkUploads = async (caller: Caller, shopUrl: string): Promise<number> => {
  const client = createClient(caller);
  const expectConflict = async (uploadId: string, what: string): Promise<void> => {
    const answer = await client.runs.create({ flowId, uploadId }).then(
      () => "202",
      (error: { code?: string }) => error.code ?? String(error),
    );
    if (answer !== "conflict") throw new SetupError(`A list ${what} answers ${answer}.`);
  };
  const { id: flowId } = await client.flows.create({ name: "Uploads", url: shopUrl, mode: "extract" });
  const list = bytes(`url\n${shopUrl}/\n${shopUrl}/catalogue\n`);

  const upload = await client.uploads.create({});
  for (const [what, changes, file, expected] of refusals(upload)) {
    const answer = await send(upload, file, changes);
    if (answer !== expected) throw new SetupError(`A form with ${what} answers ${answer}, not ${expected}.`);
  }
  // S3 accepts a form any number of times; the service accepts the list once.
  for (const _ of [1, 2]) {
    const answer = await send(upload, list);
    if (answer !== "204") throw new SetupError(`A form as it was signed answers ${answer}.`);
  }
  await expectConflict(upload.id, "that was sent twice");
  await checkLate(upload.url);

  const { id: uploadId } = await client.uploads.send(new Blob([list]));
  const { pages } = await client.runs.createAndWait({ flowId, uploadId });
  if (pages?.completed !== 2) throw new SetupError(`The run over a list has ${JSON.stringify(pages)}.`);
  await expectConflict(uploadId, "that was used");
  return pages.completed;
};
