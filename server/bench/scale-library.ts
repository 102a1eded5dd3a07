import type pg from 'pg';
import type { ServiceProcess } from './service-process.ts';
import type { Session } from './session.ts';

/** A generated database of the scale bench and a service on it. */
export interface ScaleLibrary {
  readonly publications: number;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** a connection beside the service's */
  readonly client: pg.Client;
  readonly service: ServiceProcess;
  /** of the reader, who has by far the most entries and is an administrator */
  readonly session: Session;
  readonly readerId: number;
  /** the reader's entries */
  readonly entries: number;
}
