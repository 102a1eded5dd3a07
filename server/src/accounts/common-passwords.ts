let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password, in upper or lower case, is one of the some 49,000 that stand most often in published leaks (OWASP ASVS 5.0, 6.2.4). The
 * list is read when a password is set for the first time: most processes never need it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
    (error: unknown) => {
      // the next one tries anew
      known = undefined;
      throw error;
    },
  );
  return (await known).has(password.toLowerCase());
}
