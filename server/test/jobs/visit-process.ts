import { Client } from '../support/client.ts';
import type { ServiceProcess } from './service-process.ts';

/** The same session at another process. */
export function visitProcess(client: Client, process: ServiceProcess | undefined): Client {
  const visitor = new Client(process?.url() ?? '');
  for (const [name, value] of client.cookies) visitor.cookies.set(name, value);
  visitor.csrf = client.csrf;
  return visitor;
}
