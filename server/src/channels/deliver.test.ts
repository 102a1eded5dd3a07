import { expect, it } from 'vitest';
import { describeFailure } from './deliver.ts';

it.each([
  ['timeout', undefined, true, 'chat.example did not answer within 15 seconds.'],
  ['timeout', 'UND_ERR_CONNECT_TIMEOUT', false, 'chat.example could not be reached within 15 seconds.'],
  ['connection_failed', 'EAI_AGAIN', false, 'The address of chat.example could not be looked up.'],
  ['connection_failed', 'CERT_HAS_EXPIRED', false, 'The certificate of chat.example is not valid (CERT_HAS_EXPIRED).'],
  [
    'connection_failed',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    false,
    'The certificate of chat.example is not valid (ERR_TLS_CERT_ALTNAME_INVALID).',
  ],
  ['connection_failed', 'EPIPE', false, 'The connection to chat.example failed (EPIPE).'],
  ['connection_failed', undefined, false, 'The connection to chat.example failed.'],
] as const)('a failure by %s (%s), written: %s', (reason, code, wasWritten, expected) => {
  expect(describeFailure('chat.example', { kind: 'failed', reason, code, wasWritten, message: '' }, 15)).toBe(expected);
});
