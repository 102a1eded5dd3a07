// The program of startBareServer: receives a JSON text from its parent, serves it, and sends back the port.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [json] = (await once(process, 'message')) as [string];
const value: unknown = JSON.parse(json);
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(value));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
// it must not outlive a bench that was stopped
process.once('disconnect', () => process.exit(0));
