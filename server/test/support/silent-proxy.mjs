// A TCP proxy that can fall silent: it keeps its connections open, acknowledges what it receives, and delivers nothing.
// The parent process commands it.
import { connect, createServer } from 'node:net';

const target = JSON.parse(process.argv[2] ?? '{}');
/** @type {Set<{ client: import('node:net').Socket, server: import('node:net').Socket }>} */
const pairs = new Set();
let isSilent = false;

const listener = createServer((client) => {
  const server = connect(target);
  const pair = { client, server };
  pairs.add(pair);
  forward(client, server, pair);
  forward(server, client, pair);
  if (isSilent) silence(pair);
});

function forward(from, to, pair) {
  from.setNoDelay(true);
  from.on('data', (bytes) => void to.write(bytes));
  from.on('error', () => undefined);
  from.on('close', () => {
    pairs.delete(pair);
    to.destroy();
  });
}

/**
 * Of what comes in meanwhile nothing is read: the kernel acknowledges it, and it is delivered when the pair is awake
 * again.
 */
function silence({ client, server }) {
  client.pause();
  server.pause();
}

const commands = {
  /** all connections, new ones too */
  'silence-all': () => {
    isSilent = true;
    pairs.forEach(silence);
  },
  /** the connections of now, for good; new ones work */
  'silence-open': () => pairs.forEach(silence),
  wake: () => {
    isSilent = false;
    for (const { client, server } of pairs) {
      client.resume();
      server.resume();
    }
  },
};

process.on('message', (command) => {
  commands[command]();
  process.send(command);
});
process.on('disconnect', () => process.exit());
listener.listen(0, '127.0.0.1', () => process.send({ port: listener.address().port }));
