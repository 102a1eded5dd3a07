/** Among the keys of dropped works: a fingerprint, in hexadecimal. */
export const FINGERPRINT = 'fingerprint';
