/**
 * The first of the two keys of each advisory lock. They are in one place so that no two locks share a key. The comments
 * describe the second key. https://www.postgresql.org/docs/15/functions-admin.html#FUNCTIONS-ADVISORY-LOCKS
 */
export const LOCKS = {
  /** 0: one process migrates at a time */
  migration: 0x6c656301,
  /** 0: the identity of publications; see `lockIdentity` */
  identity: 0x6c656302,
  /** 0: one repair is applied at a time */
  repair: 0x6c656303,
  /** the user: one import at a time */
  import: 0x6c656304,
  /** the user: one export at a time */
  export: 0x6c656305,
  /** the user: one transaction at a time gives cite keys */
  citeKeys: 0x6c65630a,
  /** a hash of the locked thing: the first user, an e-mail address, an account */
  accounts: 0x6c656306,
  /** 0: one scheduled backup at a time */
  backup: 0x6c656308,
  /**
   * in the database `postgres`, 2: the one service that runs everything on the embedded PostgreSQL, see
   * `embedded-session.ts`. Version 0.1.0, which may still run, uses the same key.
   */
  embedded: 0x4c656374,
} as const;
