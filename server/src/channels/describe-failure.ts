import type { PostOutcome } from '../platform/post.ts';

type FailedPost = Extract<PostOutcome, { kind: 'failed' }>;

const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA']);
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);
/** Codes of Node's TLS errors: https://nodejs.org/api/tls.html#x509-certificate-error-codes, and those of OpenSSL. */
const CERTIFICATE =
  /CERT|^UNABLE_TO_|SELF_SIGNED|^HOSTNAME_MISMATCH$|^INVALID_CA$|^PATH_LENGTH|^INVALID_PURPOSE$|^CRL_/;
const TLS = /^ERR_SSL_|^EPROTO$/;

/**
 * Says to the user why a message could not be posted. It names nothing of the address but the host, because the rest is
 * a secret.
 */
export function describeFailure(
  host: string,
  { reason, code = '', wasWritten }: FailedPost,
  timeoutSeconds: number,
): string {
  if (reason === 'not_public')
    return `${host} leads to a private address. Ask the operator to add it to OUTBOUND_ALLOW_HOSTS.`;
  if (reason === 'aborted') return `Lectern stopped before ${host} answered.`;
  if (reason === 'timeout')
    return wasWritten
      ? `${host} did not answer within ${timeoutSeconds} seconds.`
      : `${host} could not be reached within ${timeoutSeconds} seconds.`;
  if (UNKNOWN_HOST.has(code)) return `The host ${host} was not found. Check the address.`;
  if (code === 'EAI_AGAIN') return `The address of ${host} could not be looked up.`;
  if (CERTIFICATE.test(code)) return `The certificate of ${host} is not valid (${code}).`;
  if (TLS.test(code)) return `${host} does not accept an encrypted connection (${code}). Check the port and https.`;
  if (UNREACHABLE.has(code)) return `${host} does not accept connections (${code}).`;
  return wasWritten
    ? `${host} closed the connection without an answer.`
    : `The connection to ${host} failed${code === '' ? '' : ` (${code})`}.`;
}
