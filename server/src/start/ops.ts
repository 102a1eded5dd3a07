import { OperatorError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { type Command, commands } from './commands.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { isHelp, runCommand } from './run-command.ts';

const [name, ...args] = process.argv.slice(2);
const command = commands.find((one) => one.name === name);

/** `npm run ops -- <name> …`: the commands for operators. */
// help and version need no settings, so they work even if these are wrong
if (name === '--version') console.log(VERSION);
else if (isHelp(name)) console.log(listCommands());
else if (command && (args.includes('--help') || args.includes('-h'))) console.log(describeCommand(command));
else await runCommand((given) => runOperation(command, given));

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
    const code = await command.run({ config, log, args, openDatabase: open, print: (line) => console.log(line) });
    process.exitCode = code ?? 0;
  } finally {
    await (database as OpenDatabase | null)?.close();
  }
}

function listCommands(): string {
  const width = Math.max(...commands.map((one) => one.name.length));
  const lines = commands.map((one) => `  ${one.name.padEnd(width)}  ${one.summary}`);
  return ['Usage: npm run ops -- COMMAND [OPTIONS]', ...lines, 'COMMAND --help shows its options.'].join('\n');
}

function describeCommand({ name, options, summary }: Command): string {
  return `Usage: npm run ops -- ${name}${options ? ` ${options}` : ''}\n${summary}`;
}
