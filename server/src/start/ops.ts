import { commandFor, describeOptions, summarizeOptions, WrongOption } from '../platform/command-options.ts';
import { OperatorError, Problem } from '../platform/errors.ts';
import { type Command, commands } from './commands.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { answersByItself, runCommand } from './run-command.ts';

const [name, ...args] = process.argv.slice(2);
const command = commands.find((one) => one.name === name);

/** `npm run ops -- <name> …`: the commands for operators. */
if (command && (args.includes('--help') || args.includes('-h'))) console.log(describeCommand(command));
else if (!answersByItself(name, listCommands())) await runCommand((given) => runOperation(command, given));

async function runOperation(
  command: Command | undefined,
  { config, log }: Parameters<Parameters<typeof runCommand>[0]>[0],
): Promise<void> {
  if (!command)
    throw new OperatorError(`${name ? `There is no command "${name}".` : 'Name a command.'}\n${listCommands()}`);
  let database: OpenDatabase | null = null;
  const open = async ({ exclusive } = { exclusive: false }) => {
    const options = { exclusive, mustExist: true, maxConnections: 4, purpose: 'report' } as const;
    database ??= await openDatabase(config, log, options);
    return database;
  };
  try {
    const code = await command.run(args, { config, log, openDatabase: open, print: (line) => console.log(line) });
    process.exitCode = code ?? 0;
  } catch (error) {
    if (error instanceof WrongOption) throw new OperatorError(`${error.message}\n${usageOf(command)}`);
    throw error instanceof Problem ? new OperatorError(error.message) : error;
  } finally {
    await (database as OpenDatabase | null)?.close();
  }
}

function listCommands(): string {
  const width = Math.max(...commands.map((one) => one.name.length));
  const lines = commands.map((one) => `  ${one.name.padEnd(width)}  ${one.summary}`);
  return [`Usage: ${commandFor('ops')} COMMAND [OPTIONS]`, ...lines, 'COMMAND --help explains its options.'].join('\n');
}

function describeCommand(command: Command): string {
  return [usageOf(command), command.summary, ...describeOptions(command.options)].join('\n');
}

function usageOf({ name, argument, options }: Command): string {
  return [`Usage: ${commandFor('ops')}`, name, argument, summarizeOptions(options)].filter(Boolean).join(' ');
}
