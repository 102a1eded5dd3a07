/** For services on a database of a test, which have to have one. */
export const SECRETS_KEY = 'a key for the secrets of a test service';
