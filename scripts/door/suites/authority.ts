/** A certificate for the hosts of the suites, by an authority that only the processes of this check trust. */
import { createHash, X509Certificate } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../../local/failure.ts";
import { run } from "../../rehearse/command.ts";
import { FOLDER } from "../../rehearse/place.ts";

const PLACE = join(FOLDER, "door-authority");
const at = (name: string): string => join(PLACE, name);

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** Path of the authority's certificate. */
  readonly authority: string;
  /** SHA-256 of the certificate's public key, in base64: Chromium takes it by this. */
  readonly publicKey: string;
}

const NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";

/** @returns the certificate, or why there is none */
export const makeCertificate = async (hosts: readonly string[]): Promise<Certificate | string> => {
  const openssl = (options: string, ...paths: readonly string[]) =>
    run("openssl", [...options.split(" "), ...paths]);
  try {
    await mkdir(PLACE, { recursive: true });
    const names = [...hosts.map((host) => `DNS:${host}`), "DNS:localhost"].join(",");
    await openssl(`req -x509 ${NEW_KEY} -subj /CN=door`, "-keyout", at("ca.key"), "-out", at("ca.pem"));
    await openssl(
      `req -x509 ${NEW_KEY} -subj /CN=door-site -addext basicConstraints=CA:FALSE -addext subjectAltName=${names}`,
      ...["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-keyout", at("site.key"), "-out", at("site.pem")],
    );
  } catch (error) {
    return `No certificate could be made with openssl: ${messageOf(error).split("\n").at(-1)}`;
  }
  const [key, cert] = await Promise.all([readFile(at("site.key")), readFile(at("site.pem"))]);
  const spki = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return {
    key,
    cert,
    authority: at("ca.pem"),
    publicKey: createHash("sha256").update(spki).digest("base64"),
  };
};
