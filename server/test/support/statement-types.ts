import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { hashFiles } from './hash-files.ts';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = `${SERVER}../node_modules/.cache/statement-types`;
const DAY_MS = 24 * 60 * 60 * 1000;
const PROGRAM = fileURLToPath(new URL('derive-statement-types.mjs', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** a file that appears during the first tests after a change of server/src */
    statementTypes: string;
  }
}

/** Derives the declared types of all statements, beside the first tests because it takes some seconds; and again only after a change of server/src. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const name = `${await hashFiles([`${SERVER}src`], [PROGRAM])}.json`;
  const target = `${CACHE}/${name}`;
  project.provide('statementTypes', target);
  if (existsSync(target)) return async () => undefined;
  await mkdir(CACHE, { recursive: true });
  // another run may use the files of today
  for (const old of await readdir(CACHE))
    if (Date.now() - (await stat(`${CACHE}/${old}`)).mtimeMs > DAY_MS) await rm(`${CACHE}/${old}`, { force: true });
  const derivation = spawn(process.execPath, [PROGRAM, target], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => derivation.on('close', () => resolve()));
  return () => ended;
}
