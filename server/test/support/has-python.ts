import { spawnSync } from 'node:child_process';

/** Whether there is a Python 3; without one some tests are skipped, and that is said. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.error('!! SKIPPED: python3 is missing, so tests that run a program in Python are skipped.');
