import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { Config } from './config.ts';
import { makeLineRedactor } from './redact-line.ts';

export type Logger = PinoLogger;

/** The fields of an error that are logged. The driver attaches whole connections to its errors, with keys and statements in them. */
function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause, code } = error as Error & { code?: unknown };
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: errorFacts(cause) }),
  };
}

type LogConfig = Pick<Config, 'logLevel' | 'logFormat'> & Partial<Config>;

/**
 * The log of a process, as JSON lines or as readable lines in a terminal. The code never logs secrets. The redaction of these paths and of each
 * line is a second safeguard.
 */
export function makeLogger(config: LogConfig, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFacts },
    hooks: { streamWrite: makeLineRedactor(config) },
    redact: ['password', '*.password', 'token', '*.token', 'headers.cookie', 'headers.authorization'],
  };
  if (destination) return pino(options, destination);
  if (config.logFormat === 'json') return pino(options);
  const pretty = {
    colorize: process.stdout.isTTY,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'hostname,pid,request,request_id',
    messageFormat: '{if request}{request}{end}{msg}',
  };
  const formatters = { log: shortenRequest };
  return pino({ ...options, formatters, transport: { target: 'pino-pretty', options: pretty } });
}

/** Formats a request in a terminal as one short line, such as `GET /api/v1/runs 200 3.1 ms`. */
function shortenRequest(facts: Record<string, unknown>): Record<string, unknown> {
  if (!('route' in facts)) return facts;
  const { method, route, status, ms, aborted, reason } = facts;
  const request = method === null ? '(not a valid request)' : `${method} ${route ?? '(no such path)'}`;
  const words = [request, status, ms, 'ms', reason, aborted ? '(aborted)' : null];
  return { request: words.filter((word) => word != null).join(' ') };
}
