import Type from 'typebox';
import { expect, test } from 'vitest';
import { bodyLimitOf } from './body-limit.ts';

test('a body has room for a list where its schema has one, however deep, and is small otherwise', () => {
  const list = Type.Array(Type.Integer(), { maxItems: 101 });
  const small = Type.Array(Type.Integer(), { maxItems: 100 });
  expect(bodyLimitOf(Type.Object({ email: Type.String() }))).toBe(16_384);
  expect(bodyLimitOf(Type.Object({ pages: small }))).toBe(16_384);
  const words = Type.Array(Type.Unsafe<string>({ type: 'string', enum: ['a', 'b'] }), { uniqueItems: true });
  expect(bodyLimitOf(Type.Object({ words }))).toBe(16_384);
  expect(bodyLimitOf(Type.Object({ ids: list }))).toBe(300_000);
  expect(bodyLimitOf(Type.Object({ ids: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])) }))).toBe(
    300_000,
  );
});
