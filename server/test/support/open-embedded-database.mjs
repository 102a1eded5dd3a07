// A process that has an embedded database open until its input ends; it answers in lines of JSON.
// Arguments: URL of the compiled embedded.js, DATA_DIR, and `exclusive` or `shared`.
const [, , moduleUrl, dataDir, mode] = process.argv;
const { openEmbeddedDatabase } = await import(moduleUrl);
const answer = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
try {
  const database = await openEmbeddedDatabase({
    dataDir,
    exclusive: mode === 'exclusive',
    log: (log) => answer({ log }),
  });
  answer({ url: database.url });
  for await (const _ of process.stdin);
  await database.close();
  answer({ closed: true });
} catch (error) {
  answer({ error: error.message, name: error.name });
  process.exitCode = 1;
}
