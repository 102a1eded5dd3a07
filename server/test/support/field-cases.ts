import { afterAll, describe, it } from 'vitest';
import { hasRecorded, readRecorded } from '../fixtures/read-fixture.ts';

/**
 * An input from public reports that was read wrongly once, with the right value. Each kind of case has its own shapes.
 */
export interface FieldCase {
  readonly case: string;
  readonly surface: string;
  readonly input: unknown;
  readonly expected: unknown;
}

/**
 * Runs each case of a file in `../shared/data/field-cases` as a test of its own, with the check of its surface. A
 * surface without a check fails, so that no case is left out. The output lists the cases that are right. The tests are
 * skipped, with a warning, where the folder is absent.
 */
export function testFieldCases<Case extends FieldCase>(
  kind: string,
  checks: Readonly<Record<string, (one: Case) => void | Promise<void>>>,
): void {
  const isThere = hasRecorded('field-cases');
  describe.skipIf(!isThere)(`field cases: ${kind}`, () => {
    if (!isThere) return;
    const cases: Case[] = JSON.parse(readRecorded(`field-cases/${kind}.json`).toString('utf8'));
    const right: string[] = [];
    for (const one of cases)
      it(`${one.case} (${one.surface})`, async () => {
        const check = checks[one.surface];
        if (!check) throw new Error(`no check for the surface "${one.surface}"`);
        await check(one);
        right.push(one.case);
      });
    afterAll(() => {
      console.info(`${kind}.json: ${right.length} of ${cases.length} field cases are right: ${right.join('; ')}`);
    });
  });
}
