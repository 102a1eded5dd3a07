import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { Config } from './config.ts';

export type Logger = PinoLogger;

/** The log of a process: JSON lines, or readable ones in a terminal. Secrets never reach it; these paths are a second net. */
export function makeLogger(config: Pick<Config, 'logLevel' | 'logFormat'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['password', '*.password', 'token', '*.token', 'headers.cookie', 'headers.authorization'],
  };
  if (destination) return pino(options, destination);
  if (config.logFormat === 'json') return pino(options);
  const pretty = { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'hostname,pid' };
  return pino({ ...options, formatters: {}, transport: { target: 'pino-pretty', options: pretty } });
}
