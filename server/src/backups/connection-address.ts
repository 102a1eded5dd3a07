/** The same server's address with another database's name. */
export function withDatabase(url: string, name: string): string {
  return url.replace(
    /^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/,
    (_all, server) => `${server}/${encodeURIComponent(name)}`,
  );
}

/** The same database's address with another role. */
export function withRole(url: string, { role, password }: { role: string; password: string }): string {
  const [place = '', ...query] = url.split('?');
  const others = query
    .join('?')
    .split('&')
    .filter((parameter) => parameter && !/^(?:user|password)=/.test(parameter));
  const account = [`user=${encodeURIComponent(role)}`, `password=${encodeURIComponent(password)}`];
  return `${place.replace(/^(postgres(?:ql)?:\/\/)[^/]*@/, '$1')}?${[...others, ...account].join('&')}`;
}

/**
 * An address for PostgreSQL's own programs, and what they have to be told in their environment: a password among the arguments could be read
 * by every user of the machine.
 */
export function splitPassword(url: string): { address: string; environment: Record<string, string> } {
  const [, scheme = '', account, tail = ''] = /^(postgres(?:ql)?:\/\/)(?:([^/?]*)@)?(.*)$/s.exec(url) ?? [];
  const [user = '', ...words] = (account ?? '').split(':');
  const [place = '', ...query] = tail.split('?');
  let password = words.length > 0 ? decodeURIComponent(words.join(':')) : null;
  const parameters = query.join('?').split('&');
  const kept = parameters.flatMap((parameter) => {
    const [name, value = ''] = parameter.split('=');
    if (name === 'password') password = decodeURIComponent(value);
    // node-postgres's word for what libpq calls "require"
    else return parameter === 'sslmode=no-verify' ? ['sslmode=require'] : parameter || [];
    return [];
  });
  const address = `${scheme}${user ? `${user}@` : ''}${place}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
  return { address, environment: password === null ? {} : { PGPASSWORD: password } };
}
