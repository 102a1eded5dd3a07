import { runProcess } from './run-process.ts';
import { startAll } from './start-all.ts';

await runProcess((running) => startAll(running));
