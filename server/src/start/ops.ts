import { OperatorError } from '../platform/errors.ts';
import { commands } from './commands.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { runCommand } from './run-command.ts';

/** `npm run ops -- <name> …`: what operators do beside the running service. */
await runCommand(async ({ config, log, args: [name, ...args] }) => {
  const command = commands.find((one) => one.name === name);
  if (!command)
    throw new OperatorError(`${name ? `There is no command "${name}".` : 'Say what to do.'}\n${listCommands()}`);
  let database: OpenDatabase | null = null;
  const open = async ({ exclusive } = { exclusive: false }) => {
    database ??= await openDatabase(config, log, { exclusive, maxConnections: 4, purpose: 'report' });
    return database;
  };
  try {
    const code = await command.run({ config, log, args, openDatabase: open, print: (line) => console.log(line) });
    process.exitCode = code ?? 0;
  } finally {
    await (database as OpenDatabase | null)?.close();
  }
});

function listCommands(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return ['npm run ops -- …', ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)].join('\n');
}
