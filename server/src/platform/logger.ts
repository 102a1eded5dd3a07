import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { Config } from './config.ts';
import { lineRedactor } from './redact-line.ts';

export type Logger = PinoLogger;

/** What a reader needs of an error. The driver hangs whole connections on its errors, with keys and statements in them. */
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
 * The log of a process: JSON lines, or readable ones in a terminal. Secrets never reach it; these paths, and what looks over each line, are
 * a second net.
 */
export function makeLogger(config: LogConfig, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFacts },
    hooks: { streamWrite: lineRedactor(config) },
    redact: ['password', '*.password', 'token', '*.token', 'headers.cookie', 'headers.authorization'],
  };
  if (destination) return pino(options, destination);
  if (config.logFormat === 'json') return pino(options);
  const pretty = { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'hostname,pid' };
  return pino({ ...options, formatters: {}, transport: { target: 'pino-pretty', options: pretty } });
}
