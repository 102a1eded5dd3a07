import { setUpTexts } from '../../texts/en/set-up.ts';

const texts = setUpTexts.wrong;
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 256;

/** The fields of a new account in their order. `repeated` is the password once more. */
export const ACCOUNT_FIELDS = ['email', 'password', 'repeated'] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];
/** Messages by field. */
export type AccountProblems = { readonly [Field in AccountField]?: string | undefined };

/** What can be said about a new account before it is sent. The service knows more rules, such as common passwords. */
export function checkAccount({ email, password, repeated }: Readonly<Record<AccountField, string>>): AccountProblems {
  return {
    email: checkEmail(email.trim()),
    password: checkLength([...password.normalize('NFC')].length),
    repeated: checkRepeated(password, repeated),
  };
}

function checkEmail(email: string): string | undefined {
  if (email === '') return texts.noEmail;
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : texts.email;
}

function checkLength(length: number): string | undefined {
  if (length === 0) return texts.noPassword;
  if (length > MAX_PASSWORD_LENGTH) return texts.tooLong(length);
  return length < MIN_PASSWORD_LENGTH ? texts.tooShort(length) : undefined;
}

function checkRepeated(password: string, repeated: string): string | undefined {
  if (repeated === '') return texts.notRepeated;
  return repeated === password ? undefined : texts.mismatch;
}
