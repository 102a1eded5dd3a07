import { expect, test } from 'vitest';
import { operations } from '../openapi-description.ts';
import { BINARY, mistakeAt } from './check-response.ts';

test.each(operations)('$name has examples of its request and response', ({ path, method, operation }) => {
  const contents: [place: string[], type: string, example: unknown][] = [];
  const place = ['paths', path, method];
  // a file cannot be an example
  const isText = (type: string) => type !== 'multipart/form-data' && !BINARY.includes(type);
  for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {})) {
    contents.push([[...place, 'requestBody', 'content', type, 'schema'], type, example]);
  }
  const answers = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
  const answered = answers.flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, { example }]): (typeof contents)[number] => {
      return [[...place, 'responses', status, 'content', type, 'schema'], type, example];
    }),
  );
  // one example is enough if there are two successes
  contents.push(...(answered.length > 1 ? answered.filter(([, , example]) => example !== undefined) : answered));
  expect(contents.some(([at]) => at.includes('responses'))).toBe(true);
  for (const [at, , example] of contents.filter(([, type]) => isText(type))) {
    expect(example, `add it to the endpoint's "example": ${at.join(' ')}`).toBeDefined();
    expect(mistakeAt(at, example)).toBeNull();
  }
});
