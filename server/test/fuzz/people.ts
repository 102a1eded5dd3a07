import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import { Client } from '../support/client.ts';
import { ADMIN } from '../support/service.ts';
import type { Attempt, Who } from './attempt.ts';

interface Account {
  readonly email: string;
  readonly password: string;
}

/**
 * Beside the administrator: one that signs in, and one whose tokens are used. All have one password, so that chance
 * finds it.
 */
export const USER: Account = { email: 'user@lectern.example', password: ADMIN.password };
export const ROBOT: Account = { email: 'robot@lectern.example', password: ADMIN.password };

type Member = 'user' | 'admin' | 'robot';
const MEMBER_OF: Readonly<Record<Who, Member | null>> = {
  nobody: null,
  forged: null,
  user: 'user',
  admin: 'admin',
  read: 'robot',
  write: 'robot',
  all: 'robot',
};
const SCOPES = ['read', 'write', 'admin'] as const;

/**
 * What requests prove their senders with. Requests of the fuzz end sessions, change passwords and deactivate: then all
 * is as it was again.
 */
export class People {
  readonly #db: Database;
  readonly #base: string;
  readonly #kept = new Map<string, { password_hash: string; is_admin: boolean }>();
  readonly #clients = new Map<Member, Client>();
  readonly #tokens = new Map<string, string>();
  readonly #missed = new Set<Member>();

  constructor(db: Database, base: string) {
    this.#db = db;
    this.#base = base;
  }

  /** Signs all in; the first time it remembers their accounts as they are. */
  async enter(): Promise<void> {
    const isFirst = this.#kept.size === 0;
    const accounts = isFirst ? await this.#db.selectFrom('users').selectAll().execute() : [];
    for (const { email, password_hash, is_admin } of accounts) this.#kept.set(email, { password_hash, is_admin });
    for (const member of ['user', 'admin', 'robot'] as const) await this.#restore(member);
  }

  /** The headers of the sender, and the member that a 401 would concern. */
  credentialsOf({ who, csrf }: Attempt): {
    headers: Record<string, string>;
    member: Member | null;
  } {
    const member = MEMBER_OF[who];
    const token = csrf === 'missing' ? {} : { 'x-csrf-token': 'forged' };
    if (who === 'nobody') return { headers: token, member };
    if (who === 'forged')
      return {
        headers: { ...token, authorization: 'Bearer lectern_pat_forged', cookie: 'lectern_session=forged; a="' },
        member,
      };
    if (member === 'robot') {
      const given = this.#tokens.get(who === 'all' ? 'admin' : who) ?? '';
      return { headers: { authorization: `Bearer ${given}` }, member };
    }
    const client = this.#clients.get(member ?? 'user');
    const cookie = [...(client?.cookies ?? [])].map((pair) => pair.join('=')).join('; ');
    const right = csrf === 'right' ? { 'x-csrf-token': client?.csrf ?? '' } : token;
    return { headers: { cookie, ...right }, member };
  }

  adminClient(): Client {
    const client = this.#clients.get('admin');
    if (!client) throw new Error('nobody has entered');
    return client;
  }

  /** Those who are signed in, as far as is known. */
  clients(): readonly Client[] {
    return [...this.#clients.values()];
  }

  /** Records that a member's credentials no longer work. */
  miss(member: Member): void {
    this.#missed.add(member);
  }

  /** Restores these members. No other request may be active, because it could change a password again. */
  async comeBack(): Promise<void> {
    for (const member of this.#missed) await this.#restore(member);
    this.#missed.clear();
  }

  async #restore(member: Member): Promise<void> {
    const { email, password } = { user: USER, admin: ADMIN, robot: ROBOT }[member];
    const kept = this.#kept.get(email);
    if (!kept) throw new Error(`there is no ${email}`);
    await this.#db
      .updateTable('users')
      .set({ ...kept, is_active: true })
      .where('email', '=', email)
      .execute();
    await sql`delete from api_tokens where user_id = (select id from users where email = ${email})`.execute(this.#db);
    const client = new Client(this.#base);
    await client.signIn(email, password);
    if (member === 'robot') {
      for (const scope of SCOPES) {
        const body = { name: scope, scope, current_password: password };
        this.#tokens.set(scope, (await client.ok('POST', '/auth/tokens', { body })).token);
      }
    }
    this.#clients.set(member, client);
  }
}
