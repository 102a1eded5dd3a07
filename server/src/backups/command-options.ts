import { type ParseArgsConfig, parseArgs } from 'node:util';
import { OperatorError } from '../platform/errors.ts';

/**
 * Reads the options of a command; nothing but options is taken, each once.
 * @throws OperatorError with `usage`
 */
export function readOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new OperatorError(`${reason}.\n${usage}`);
  }
}
