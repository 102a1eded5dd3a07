import { expect } from 'vitest';
import { operations } from '../openapi-description.ts';
import { type Call, send } from './call.ts';
import { mistakeOf } from './check-response.ts';
import { changedTables, fingerprint } from './fingerprint.ts';
import type { Walked } from './operations.ts';
import { prepare } from './preparations/all.ts';
import { startWorld, type World } from './world.ts';

type Answer = { headers: Headers; error: { code: string; details: unknown } | undefined };
export type Look = (answer: Answer) => string | null;

/** A request and its expected refusal. */
export interface Denial {
  /** what is wrong with it */
  readonly what: string;
  readonly call: Call;
  readonly rawQuery?: string;
  readonly csrf?: boolean;
  readonly status: number;
  /** undefined: the request is not refused, but must change nothing */
  readonly code?: string | undefined;
  /** checks the response further, and describes what is wrong with it */
  readonly look?: Look;
}

/** Requests that some operations refuse. */
export interface DenialRule {
  readonly name: string;
  readonly chosen: (walked: Walked) => boolean;
  /** the refused requests, made from the successful call of an operation */
  readonly denialsOf: (walked: Walked, call: Call, world: World) => readonly Denial[] | Promise<readonly Denial[]>;
}

/**
 * Sends the requests of all rules to each operation. Each response must be as expected and as described, and the
 * database must be unchanged afterwards.
 */
export async function expectDenials(rules: readonly DenialRule[]): Promise<void> {
  const world = await startWorld();
  const mistakes: string[] = [];
  const used = new Set<DenialRule>();
  for (const walked of operations) {
    const chosen = rules.filter((rule) => rule.chosen(walked));
    if (chosen.length === 0) continue;
    const [call] = await prepare(world, walked);
    const denials: Denial[] = [];
    for (const rule of chosen) {
      const made = await rule.denialsOf(walked, call, world);
      if (made.length > 0) used.add(rule);
      denials.push(...made);
    }
    const db = call.db ?? world.db;
    const before = await fingerprint(db);
    for (const denial of denials) {
      const mistake = await deny(walked, denial);
      if (mistake !== null) mistakes.push(`${walked.name}, ${denial.what}: ${mistake}`);
    }
    const changed = changedTables(before, await fingerprint(db));
    if (changed.length > 0) mistakes.push(`${walked.name}: what was refused changed ${changed.join(', ')}`);
  }
  expect(mistakes).toEqual([]);
  expect(rules.filter((rule) => !used.has(rule)).map(({ name }) => name)).toEqual([]);
}

async function deny(walked: Walked, denial: Denial): Promise<string | null> {
  const { call, rawQuery, csrf = true } = denial;
  const response = await send(walked, call, { csrf, ...(rawQuery === undefined ? {} : { rawQuery }) });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const { error } = (isJson ? await response.clone().json() : {}) as Pick<Answer, 'error'>;
  if (response.status !== denial.status || error?.code !== denial.code) {
    const wanted = `${denial.status} ${denial.code ?? ''}`;
    return `${response.status} instead of ${wanted}: ${(await response.text()).slice(0, 500)}`;
  }
  const looked = denial.look?.({ headers: response.headers, error }) ?? null;
  return looked ?? mistakeOf(walked, response);
}
