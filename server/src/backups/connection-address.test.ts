import { expect, test } from 'vitest';
import { splitPassword, withDatabase, withRole } from './connection-address.ts';

test('another database of the same server', () => {
  expect(withDatabase('postgresql://me:pw@db:5432/one?sslmode=require', 'a b')).toBe(
    'postgresql://me:pw@db:5432/a%20b?sslmode=require',
  );
  expect(withDatabase('postgresql:///one?host=/run', 'two')).toBe('postgresql:///two?host=/run');
  expect(withDatabase('postgres://me@db', 'two')).toBe('postgres://me@db/two');
  expect(withDatabase('postgresql://db?user=me', 'two')).toBe('postgresql://db/two?user=me');
  expect(withDatabase('postgresql:///one', '$1')).toBe('postgresql:///%241');
});

test('another role of the same database', () => {
  const account = { role: 'two', password: 'p&q' };
  expect(withRole('postgresql://me:pw@db:5432/one?sslmode=require', account)).toBe(
    'postgresql://db:5432/one?sslmode=require&user=two&password=p%26q',
  );
  expect(withRole('postgresql:///one?host=%2Frun&user=me', account)).toBe(
    'postgresql:///one?host=%2Frun&user=two&password=p%26q',
  );
});

test('the password goes into the environment, wherever the address has it', () => {
  const split = (url: string) => splitPassword(url);
  expect(split('postgresql://me:a%40b:c@db:5432/one?sslmode=require')).toEqual({
    address: 'postgresql://me@db:5432/one?sslmode=require',
    environment: { PGPASSWORD: 'a@b:c' },
  });
  expect(split('postgresql://me@/one?password=p%26q&host=/run')).toEqual({
    address: 'postgresql://me@/one?host=/run',
    environment: { PGPASSWORD: 'p&q' },
  });
  expect(split('postgresql:///one?host=%2Frun')).toEqual({
    address: 'postgresql:///one?host=%2Frun',
    environment: {},
  });
  expect(split('postgresql://db/one?sslmode=no-verify').address).toBe('postgresql://db/one?sslmode=require');
});
