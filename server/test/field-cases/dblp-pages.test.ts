import { expect } from 'vitest';
import { parseDblpPerson } from '../../src/sources/dblp/parse-dblp-person.ts';
import { answerOf, PERSON, publicationRow } from '../fixtures/dblp-answer.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface PersonPage extends FieldCase {
  readonly input: { readonly xml: string };
}

const SCHEMA = 'https://dblp.org/rdf/schema#';

/** The cases name what dblp's XML said. The SPARQL service says it by classes. */
const CLASSES: Readonly<Record<string, string>> = { disambiguation: 'AmbiguousCreator', withdrawn: 'Withdrawn' };

testFieldCases<PersonPage>('dblp-pages', {
  'a person page of dblp': ({ input: { xml } }) => {
    const [, element, type = ''] = /<(\w+) publtype="(\w+)"/.exec(xml) ?? [];
    const marked = `${SCHEMA}${CLASSES[type] ?? expect.unreachable(xml)}`;
    const candidate = { person: PERSON.person, candidate: `${PERSON.person}-1`, candidateName: 'Jun Zhao 0001' };
    const rows =
      element === 'person'
        ? [{ ...PERSON, classes: marked, count: '1' }, candidate, publicationRow(1)]
        : [{ ...PERSON, count: '2' }, publicationRow(1, { kinds: marked }), publicationRow(2)];
    const answer = parseDblpPerson(answerOf(rows));
    if (element === 'person')
      expect(answer).toMatchObject({ reason: 'not_a_person', candidates: [{ id: '65/9612-1' }] });
    else expect(answer).toMatchObject({ kind: 'found', value: { records: [{ title: 'On lake 2' }] } });
  },
});
