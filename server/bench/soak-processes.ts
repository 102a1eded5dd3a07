import { memoryOf, type ServiceProcess, startService } from './service-process.ts';

/** A kill. `backAt` is when the new process was ready. Both are in ms since the epoch. */
export interface Kill {
  readonly name: string;
  readonly at: number;
  backAt: number;
}

/** One of the processes. Its `service` changes when it is killed and started again. */
interface Member {
  readonly name: string;
  readonly program: 'api' | 'worker';
  service: ServiceProcess;
  /** how often it was started */
  starts: number;
}

const REPLICAS = ['replica 1', 'replica 2'];
const WORKERS = ['worker 1', 'worker 2', 'worker 3'];
/** The first replica and the first worker live for the whole run, because their memory shows a leak best. */
const VICTIMS = ['replica 2', 'worker 2', 'replica 2', 'worker 3'];
/** Connections may be lost this long before a kill was noted and after the new process was ready, in ms. */
const KILL_MARGIN_MS = 3000;

/** Two API processes and three workers on one embedded database. */
export class Processes {
  readonly kills: Kill[] = [];
  /** lines of the log at the levels error and fatal, the first ones only */
  readonly errorLines: string[] = [];
  readonly #members: Member[] = [];
  readonly #dataDir: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(dataDir: string, env: Readonly<Record<string, string>>) {
    this.#dataDir = dataDir;
    this.#env = env;
  }

  async startReplicas(): Promise<void> {
    // the first one makes the schema
    for (const name of REPLICAS) this.#members.push(await this.#newMember(name, 'api'));
  }

  async startWorkers(): Promise<void> {
    for (const name of WORKERS) this.#members.push(await this.#newMember(name, 'worker'));
  }

  /** The addresses of the API processes. */
  urls(): string[] {
    return this.#members.filter(({ program }) => program === 'api').map(({ service }) => service.url);
  }

  pids(): number[] {
    return this.#members.map(({ service }) => service.pid);
  }

  /** MB of each process by name and life, such as "worker 2, life 3". */
  async memory(): Promise<Record<string, number>> {
    const entries = this.#members.map(
      async ({ name, service, starts }) =>
        [starts === 1 ? name : `${name}, life ${starts}`, (await memoryOf(service.pid)).all] as const,
    );
    // a process that was just killed has no memory
    return Object.fromEntries((await Promise.all(entries)).filter(([, megabytes]) => megabytes > 0));
  }

  /** Kills the next process with SIGKILL, and starts it again. */
  async killNext(): Promise<void> {
    const name = VICTIMS[this.kills.length % VICTIMS.length];
    const victim = this.#members.find((member) => member.name === name);
    if (!victim) throw new Error(`no process ${name}`);
    const kill: Kill = { name: victim.name, at: Date.now(), backAt: Number.POSITIVE_INFINITY };
    this.kills.push(kill);
    await victim.service.kill();
    victim.service = await this.#start(victim.program, victim.name);
    victim.starts += 1;
    kill.backAt = Date.now();
  }

  /** Whether a connection may be lost now because an API process was killed. */
  isNearKill(now = Date.now()): boolean {
    return this.kills.some(
      ({ name, at, backAt }) => REPLICAS.includes(name) && now >= at - KILL_MARGIN_MS && now <= backAt + KILL_MARGIN_MS,
    );
  }

  async stop(): Promise<void> {
    // the replicas last, so that workers can finish their pages
    for (const { service } of this.#members.reverse()) await service.stop();
  }

  async #newMember(name: string, program: Member['program']): Promise<Member> {
    return { name, program, service: await this.#start(program, name), starts: 1 };
  }

  #start(program: Member['program'], name: string): Promise<ServiceProcess> {
    return startService(this.#dataDir, this.#env, program, (line) => {
      if (/"level":"(error|fatal)"/.test(line) && this.errorLines.length < 50)
        this.errorLines.push(`${name}: ${line.slice(0, 1000)}`);
    });
  }
}
