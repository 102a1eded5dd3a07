import { expect } from 'vitest';
import { compareNames, readPerson } from '../../src/names/same-person.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface NameCase extends FieldCase {
  readonly input: { readonly a: string; readonly b: string };
}

const read = (name: string) => readPerson({ name, family: null });

testFieldCases<NameCase>('native-script-names', {
  "compatibility of a profile's name with another name": ({ input: { a, b }, expected }) => {
    const relation = expected === 'compatible' ? 'compatible' : 'unknown';
    expect([compareNames(read(a), read(b)), compareNames(read(b), read(a))]).toEqual([relation, relation]);
  },
});
