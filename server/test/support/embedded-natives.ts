import { chmod, copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findInstalled } from '../../src/platform/database/embedded-programs.ts';

/** Copies what initdb needs of the packaged PostgreSQL, as an install without install scripts leaves it: no links. */
export async function makeIncompleteNative(parent: string): Promise<string> {
  const { native: original } = await findInstalled();
  const native = join(parent, 'package', 'native');
  await mkdir(join(native, 'bin'), { recursive: true });
  for (const program of ['initdb', 'postgres']) {
    await copyFile(join(original, 'bin', program), join(native, 'bin', program));
    await chmod(join(native, 'bin', program), 0o755);
  }
  const list = 'pg-symlinks.json';
  await copyFile(join(original, list), join(native, list));
  await cp(join(original, 'lib'), join(native, 'lib'), {
    recursive: true,
    filter: (path) => !path.endsWith('.a') && !path.includes('libicudata'),
  });
  const links: { target: string }[] = JSON.parse(await readFile(join(native, list), 'utf8'));
  for (const { target } of links) await rm(join(native, '..', target), { force: true });
  return native;
}
