import { isIP, type Socket } from "node:net";
import { connect, rootCertificates, type TLSSocket } from "node:tls";
import { TargetError } from "./errors.ts";

const HANDSHAKE_MS = 10_000;

/**
 * TLS over a connection of the dialer, for protocols that begin in the clear. The certificate is verified for the host.
 *
 * @param caCertificate an authority to trust besides the public ones, as PEM
 * @throws TargetError `timeout`, or the error of TLS
 */
export const secureSocket = (plain: Socket, host: string, caCertificate?: string): Promise<TLSSocket> =>
  new Promise((done, failed) => {
    const secured = connect({
      socket: plain,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(caCertificate !== undefined && { ca: [...rootCertificates, caCertificate] }),
    });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      failed(error);
      secured.destroy();
    };
    const silent = (): void =>
      fail(new TargetError("timeout", "The target did not answer in time.", { retryable: true }));
    const timer = setTimeout(silent, HANDSHAKE_MS);
    secured.once("error", fail);
    secured.once("close", silent);
    secured.once("secureConnect", () => {
      clearTimeout(timer);
      secured.off("error", fail).off("close", silent);
      done(secured);
    });
  });
