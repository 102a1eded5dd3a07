import { describe, expect, it, test } from 'vitest';
import { hasRecorded, readRecorded } from '../../../test/fixtures/read-fixture.ts';
import { orcidPerson } from './orcid-requests.ts';
import { parseOrcidPerson } from './parse-orcid-person.ts';

const ID = 'AbC_-1234567';

/** The part `person` of a record that names these addresses, and these services with theirs. */
function person(urls: readonly unknown[], identifiers: readonly unknown[] = []): string {
  return JSON.stringify({
    'researcher-urls': { 'researcher-url': urls.map((value) => ({ 'url-name': 'x', url: { value } })) },
    'external-identifiers': {
      'external-identifier': identifiers.map((value) => ({
        'external-id-type': 'Google Scholar',
        'external-id-value': 'someone',
        'external-id-url': { value },
      })),
    },
  });
}

describe('the profile that a record names', () => {
  it.each([
    [`https://scholar.google.com/citations?user=${ID}&hl=en`],
    [`http://scholar.google.co.uk/citations?hl=de&user=${ID}`],
    [`scholar.google.com/citations?user=${ID}`],
    [` https://SCHOLAR.google.com/citations?user=${ID}#d=gs `],
  ])('%s', (address) => {
    expect(parseOrcidPerson(person(['https://home.example', address]))).toEqual({ scholarId: ID });
    expect(parseOrcidPerson(person([], [address]))).toEqual({ scholarId: ID });
    expect(parseOrcidPerson(person([address], [address])), 'the same twice').toEqual({ scholarId: ID });
  });

  it.each([
    [`https://scholar.google.com.evil.example/citations?user=${ID}`],
    [`https://evil.example/scholar.google.com/citations?user=${ID}`],
    [`https://scholar.google.com@evil.example/citations?user=${ID}`],
    [`https://someone@scholar.google.com/citations?user=${ID}`],
    [`https://scholar.google.com/citations?user=${ID}0`],
    ['https://scholar.google.com/citations?user=short'],
    ["https://scholar.google.com/citations?user='; drop --"],
    [`https://scholar.google.com/citations?user=${ID}&user=AAAAAAAAAAA1`],
    [`https://scholar.google.com/scholar?q=${ID}`],
    [`javascript:location='https://scholar.google.com/citations?user=${ID}'`],
    [ID],
    [12],
    [null],
    [{ value: ID }],
    [`https://scholar.google.com/citations?user=${ID}${'x'.repeat(5000)}`],
  ])('is none in %j', (address) => {
    expect(parseOrcidPerson(person([address], [address]))).toEqual({ scholarId: null });
  });

  it('is null if there are several', () => {
    const both = [ID, 'AAAAAAAAAAA1'].map((id) => `https://scholar.google.com/citations?user=${id}`);
    expect(parseOrcidPerson(person(both))).toEqual({ scholarId: null });
  });

  it('is read only from the first part of an endless record', () => {
    const many = Array.from({ length: 500 }, (_, at) => `https://home.example/${at}`);
    expect(parseOrcidPerson(person([...many, `https://scholar.google.com/citations?user=${ID}`]))).toEqual({
      scholarId: null,
    });
  });
});

test('a body that is not a record is rejected', () => {
  for (const body of [
    '',
    '<html></html>',
    'null',
    '[]',
    '{}',
    '{"error-code":9016}',
    '{"researcher-urls":null}',
    '{"nx-researcher-urls":{}}',
  ])
    expect(parseOrcidPerson(body), body).toBeNull();
  expect(parseOrcidPerson('{"researcher-urls":{"researcher-url":null},"external-identifiers":{}}')).toEqual({
    scholarId: null,
  });
});

test.skipIf(!hasRecorded('orcid'))('recorded persons are read, and one of them names a profile', () => {
  const ids = readRecorded('MANIFEST.tsv')
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , , , kind]) => kind === 'orcid-record')
    .map(([path = '']) => {
      const record: { person: unknown } = JSON.parse(readRecorded(path).toString('utf8'));
      return parseOrcidPerson(JSON.stringify(record.person))?.scholarId;
    });
  expect(ids.length).toBeGreaterThan(5);
  expect(ids).not.toContain(undefined);
  expect(ids.filter((id) => id !== null)).toHaveLength(1);
});

test('a record is requested by its digits', () => {
  expect(orcidPerson({ baseUrl: 'https://pub.orcid.org/' }, '0000-0002-1825-009X')).toMatchObject({
    url: 'https://pub.orcid.org/v3.0/0000-0002-1825-009X/person',
    accept: 'application/json',
    headers: {},
  });
});
