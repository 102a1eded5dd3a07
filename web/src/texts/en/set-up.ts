import { count } from '../count.ts';

/** Texts of the page that creates the first administrator. */
export const setUpTexts = {
  windowTitle: 'Set up · Lectern',
  title: 'Set up Lectern',
  first: {
    title: 'Create your account',
    intro: 'It is the first one here, so it is the administrator’s. You can add other users later.',
  },
  confirmPassword: 'Confirm password',
  passwordHint: 'At least 12 characters. Use a few unrelated words.',
  create: 'Create account',

  wrong: {
    noEmail: 'Enter your email address.',
    email: 'Enter an address like name@example.org.',
    noPassword: 'Enter a password of at least 12 characters.',
    tooShort: (length: number) => `This has ${count(length, 'character', 'characters')}. Use at least 12.`,
    tooLong: (length: number) => `This has ${count(length, 'character', 'characters')}. Use at most 256.`,
    notRepeated: 'Enter the password again.',
    mismatch: 'The passwords do not match.',
  },

  link: {
    noUsers: 'This server has no users yet.',
    noToken: 'The part of this address after the # is missing.',
    hint: 'To create the administrator, open the set-up link. It looks like this:',
    example: (origin: string) => `${origin}/setup#token=…`,
    where:
      'The server prints it when it starts, and again every ten minutes: in the terminal where it was started, or in its log.',
  },

  done: {
    title: 'Lectern is set up',
    hint: 'There is an administrator already. Administrators can add other users.',
  },
};
