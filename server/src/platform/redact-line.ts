import type { Config } from './config.ts';
import { parseUrl } from './parse-url.ts';

type Secretive = Pick<Config, 'databaseUrl' | 'secretsKey' | 'previousSecretsKey' | 'sources'>;

/** A shorter one may be a word that stands in any line. */
const SHORTEST_SECRET = 12;
/** What an address may have before its query; longer ones are no addresses. */
const QUERY = /(:\/\/[^\s"\\?#]{0,2000})\?[^\s"\\]*/g;
const CREDENTIALS = /(?<=:\/\/)[^\s"\\/?#]{1,1000}@/g;
const API_TOKEN = /(lectern_pat_)[\w-]+/g;

/**
 * Makes what takes secrets out of a line of the log that should not have come that far, in the message of some library's error: what the
 * configuration keeps secret, the query and the credentials of any address, and API tokens.
 */
export function lineRedactor(config: Partial<Secretive>): (line: string) => string {
  const secrets = secretsOf(config).map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    let clean = line;
    if (clean.includes('://')) clean = clean.replace(CREDENTIALS, '…@').replace(QUERY, '$1?…');
    if (clean.includes('lectern_pat_')) clean = clean.replace(API_TOKEN, '$1…');
    for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, '…');
    return clean;
  };
}

function secretsOf({ databaseUrl = null, secretsKey, previousSecretsKey, sources }: Partial<Secretive>): string[] {
  const { password = '' } = (databaseUrl === null ? null : parseUrl(databaseUrl)) ?? {};
  const all = [secretsKey, previousSecretsKey, sources?.openalex.apiKey, password, decoded(password)];
  return all.filter((secret) => secret != null && secret.length >= SHORTEST_SECRET) as string[];
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
