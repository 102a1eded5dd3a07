import { expect, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { ADMIN } from '../../support/service.ts';
import { description, operations } from '../openapi-description.ts';
import type { Call } from './call.ts';
import { type Denial, type DenialRule, expectDenials, type Look } from './expect-denials.ts';
import { changes, codesOf, isOfAdmins, isPicture, OPEN, scopeOf, type Walked } from './operations.ts';

const SCOPES = ['read', 'write', 'admin'];
const NOT_FOUND = /(^|_)not_found$/;
const NOBODYS = 999_999_999;

/**
 * An operation on something that belongs to a user. Whoever has the address of a feed, or a link from a mail, may use
 * it.
 */
const hasOwner = (walked: Walked) =>
  walked.path.includes('{') && !isOfAdmins(walked) && !OPEN[walked.operation.operationId];

/**
 * The same call, and one that is wrong in every part. Without permission the response must not reveal what is wrong
 * with the request.
 */
function bothWays(call: Call, denial: Omit<Denial, 'call'>): Denial[] {
  const path = Object.fromEntries(Object.keys(call.path ?? {}).map((name) => [name, 'x']));
  return [
    { ...denial, call },
    {
      ...denial,
      what: `${denial.what}, with a question that is wrong`,
      call: { ...call, path },
      rawQuery: 'unknown=1',
    },
  ];
}

test('only the listed operations work without signing in, each for a reason', () => {
  const open = operations.filter(({ operation }) => {
    return !(operation.security ?? description.security).some((way) => way.session || way.token);
  });
  expect(open.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(OPEN).sort());
});

/** All operations but those are refused without signing in. */
const asNobody: DenialRule = {
  name: 'as nobody',
  chosen: () => true,
  denialsOf: (walked, prepared) => {
    const what = 'as nobody';
    const call = { ...prepared, client: new Client(prepared.client.base) };
    const open = OPEN[walked.operation.operationId];
    if (open) return [{ what, call, status: open.status, code: open.code }];
    if (isPicture(walked)) return bothWays(call, { what, status: 404, code: 'scholar_image_not_found' });
    return bothWays(call, { what, status: 401, code: 'auth_required' });
  },
};

/** The code of an operation for a missing object: of the thing that the path names first. */
function notFoundOf(walked: Walked): string | undefined {
  const codes = codesOf(walked, 404).filter((one) => NOT_FOUND.test(one));
  const [thing = ''] = /\w+(?=s\/\{)/.exec(walked.path) ?? [];
  return codes.find((code) => code === `${thing}_not_found`) ?? codes[0];
}

/** The call on an object that does not exist. */
function ofNothing(call: Call): Call {
  const path = Object.fromEntries(Object.keys(call.path ?? {}).map((name) => [name, NOBODYS]));
  return { ...call, ...(call.ofNothing ?? { path }) };
}

/** Another user's objects get the same response as missing ones. */
const asAnotherUser: DenialRule = {
  name: 'as another user',
  chosen: hasOwner,
  denialsOf: (walked, call, { stranger }) => {
    const code = notFoundOf(walked);
    let expected: unknown;
    const look: Look = ({ error }) => {
      expected ??= error;
      return JSON.stringify(error) === JSON.stringify(expected)
        ? null
        : `differs from the response for what does not exist`;
    };
    return [
      { what: 'of nothing', call: ofNothing(call), status: 404, code, look },
      { what: 'as another user', call: { ...call, client: stranger }, status: 404, code, look },
    ];
  },
};

const ofMissingObjects: DenialRule = {
  name: 'an administrator, of nothing',
  chosen: (walked) => walked.path.includes('{') && isOfAdmins(walked),
  denialsOf: (walked, call) => [{ what: 'of nothing', call: ofNothing(call), status: 404, code: notFoundOf(walked) }],
};

const asPlainUser: DenialRule = {
  name: 'as a plain user',
  chosen: isOfAdmins,
  denialsOf: (_walked, call, { owner }) =>
    bothWays({ ...call, client: owner }, { what: 'as a plain user', status: 403, code: 'forbidden' }),
};

/** Nothing changes without a valid CSRF token. */
const withoutCsrf: DenialRule = {
  name: 'without a CSRF token',
  chosen: changes,
  denialsOf: (_walked, call) => {
    const forged = { ...call, headers: { ...call.headers, 'x-csrf-token': 'forged' } };
    return [
      ...bothWays(call, { what: 'without the token', csrf: false, status: 403, code: 'csrf_missing' }),
      ...bothWays(forged, { what: 'with a forged token', csrf: false, status: 403, code: 'csrf_invalid' }),
    ];
  },
};

/** An API token may not do more than its scope allows. */
function byTokens(): DenialRule {
  const tokens = new Map<string, string>();
  return {
    name: 'with an API token',
    chosen: (walked) => walked.path.startsWith('/api/v1/'),
    denialsOf: async (walked, call, { admin, url }) => {
      for (const scope of SCOPES.filter((one) => !tokens.has(one))) {
        const wish = { name: scope, scope, current_password: ADMIN.password };
        tokens.set(scope, (await admin.ok('POST', '/auth/tokens', { body: wish })).token);
      }
      const needed = scopeOf(walked);
      const tooSmall = needed === null ? SCOPES : SCOPES.slice(0, SCOPES.indexOf(needed));
      const sentWith = (token: string): Call => ({
        ...call,
        client: new Client(url),
        headers: { ...call.headers, authorization: `Bearer ${token}` },
      });
      return [
        ...tooSmall.flatMap((scope) =>
          bothWays(sentWith(tokens.get(scope) ?? ''), {
            what: `with a token of the scope ${scope}`,
            status: 403,
            code: 'forbidden',
            look: ({ headers }) => wrongChallenge(headers.get('www-authenticate'), needed),
          }),
        ),
        ...bothWays(sentWith('lectern_pat_made-up'), {
          what: 'with a made-up token',
          status: 401,
          code: 'auth_required',
        }),
      ];
    },
  };
}

/** RFC 6750: the response to a token with an insufficient scope names the required scope. */
function wrongChallenge(expected: string | null, needed: string | null): string | null {
  const isRight = needed === null ? expected === null : expected?.includes(`scope="${needed}"`);
  return isRight ? null : `WWW-Authenticate is ${expected}`;
}

test('each operation is refused as described to whoever may not call it, and changes nothing', async () => {
  await expectDenials([asNobody, asAnotherUser, ofMissingObjects, asPlainUser, withoutCsrf, byTokens()]);
});
