import { dropDirection } from './clean-text.ts';
import type { Config } from './config.ts';
import { parseUrl } from './parse-url.ts';

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
