import { EventEmitter, once } from 'node:events';
import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino';
import { dropDirection } from './clean-text.ts';
import type { Config } from './config.ts';
import { isSignOfOutage } from './database/outages.ts';
import { parseUrl } from './parse-url.ts';

export type Logger = PinoLogger;

/**
 * The fields of an error that are logged. The driver attaches whole connections to its errors, with keys and statements
 * in them.
 */
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
 * The log of a process, as JSON lines or as readable lines in a terminal. A line of the level info is a sentence that
 * says everything; its fields are for programs, so a terminal does not show them. The code never logs secrets. The
 * redaction of these paths and of each line is a second safeguard.
 */
export function makeLogger(config: LogConfig, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFacts },
    hooks: { streamWrite: makeLineRedactor(config), logMethod: logOnce },
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
  const hooks = { ...options.hooks, logMethod: logSentence };
  return pino({ ...options, formatters, hooks, transport: { target: 'pino-pretty', options: pretty } });
}

/**
 * Writes what is pending, in order, and closes the log. Without it, `process.exit` may write the last line before one
 * that is being written.
 */
export async function closeLog(log: Logger): Promise<void> {
  const stream: unknown = Reflect.get(log, pino.symbols.streamSym);
  if (!(stream instanceof EventEmitter && 'end' in stream && typeof stream.end === 'function')) return;
  const closed = once(stream, 'close');
  stream.end();
  await closed;
}

const { debug: DEBUG = 20, info: INFO = 30, fatal: FATAL = 60 } = pino.levels.values;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * The log has one line about an outage of the database. What fails because of it only repeats that, unless it ends the
 * process.
 */
const logOnce: LogMethod = function (args, method, level) {
  const [facts] = args as unknown[];
  const isRepeated = typeof facts === 'object' && facts !== null && 'err' in facts && isSignOfOutage(facts.err);
  if (isRepeated && level > DEBUG && level < FATAL) this.debug(...args);
  else method.apply(this, args);
};

/** Leaves out the fields of an info line. */
const logSentence: LogMethod = function (args, method, level) {
  const [, sentence] = args as unknown[];
  const isSentence = level === INFO && typeof sentence === 'string';
  logOnce.call(this, isSentence ? [sentence] : args, method, level);
};

/** Formats a request in a terminal as one short line, such as `GET /api/v1/runs 200 3.1 ms`. */
function shortenRequest(facts: Record<string, unknown>): Record<string, unknown> {
  if (!('route' in facts)) return facts;
  const { method, route, status, ms, aborted, reason } = facts;
  // the web application has pages at addresses that are no routes
  const place = route ?? (Number(status) < 400 ? '(a page)' : '(no such path)');
  const request = method === null ? '(not a valid request)' : `${method} ${place}`;
  const words = [request, status, ms, 'ms', reason, aborted ? '(aborted)' : null];
  return { request: words.filter((word) => word != null).join(' ') };
}

type SecretConfig = Pick<Config, 'databaseUrl' | 'secretsKey' | 'previousSecretsKey' | 'sources' | 'mail'>;

/** A shorter secret may be an ordinary word of a log line. */
const MIN_SECRET_LENGTH = 12;
/** The query of a URL. The length of the part before it is limited, so that matching stays fast. */
const QUERY = /(:\/\/[^\s"\\?#]{0,2000})\?[^\s"\\]*/g;
const CREDENTIALS = /(?<=:\/\/)[^\s"\\/?#]{1,1000}@/g;
const API_TOKEN = /(lectern_pat_)[\w-]+/g;
const FEED = /(\/feeds\/)[\w-]+/g;
/** The signature of a link in a mail, which works without a session. */
const MAIL_LINK = /(\/mail\/[a-z]+(?:-\d+)+-)[\w-]+/g;

/**
 * Returns a function that removes secrets from a log line, which may come from the message of a library's error. It
 * removes the secrets of the configuration, the query and the credentials of any URL, API tokens, the secrets in
 * addresses of feeds, and the signatures of links in mails. It also removes characters that change the direction of the
 * text behind them, such as those of another server's reply.
 */
export function makeLineRedactor(config: Partial<SecretConfig>): (line: string) => string {
  const secrets = secretsOf(config).map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    let clean = dropDirection(line);
    if (clean.includes('://')) clean = clean.replace(CREDENTIALS, '…@').replace(QUERY, '$1?…');
    if (clean.includes('lectern_pat_')) clean = clean.replace(API_TOKEN, '$1…');
    if (clean.includes('/feeds/')) clean = clean.replace(FEED, '$1…');
    if (clean.includes('/mail/')) clean = clean.replace(MAIL_LINK, '$1…');
    for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, '…');
    return clean;
  };
}

function secretsOf({ databaseUrl, secretsKey, previousSecretsKey, sources, mail }: Partial<SecretConfig>): string[] {
  const passwords = [databaseUrl, mail?.smtpUrl].flatMap((url) => {
    const { password = '' } = (url == null ? null : parseUrl(url)) ?? {};
    return [password, decoded(password)];
  });
  const all = [secretsKey, previousSecretsKey, sources?.openalex.apiKey, ...passwords];
  return all.filter((secret) => secret != null && secret.length >= MIN_SECRET_LENGTH) as string[];
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
