import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Behaviour, ReceivedEvent, ReceiverCommand } from './receiver-protocol.js';

const program = fileURLToPath(new URL('receiver-process.ts', import.meta.url));
const hostsPerBlock = 250;

/** The process that receives the calls to all plugins of a proof. */
export class Receiver {
  /** All events received so far, in the order of their arrival. */
  readonly events: ReceivedEvent[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(): Promise<Receiver> {
    const child = fork(program, [], { serialization: 'advanced' });
    const [port] = (await once(child, 'message')) as [number];
    return new Receiver(child, port);
  }

  /** The host of the `n`-th plugin, an address of its own. */
  hostOf(n: number): string {
    return `127.0.${1 + Math.floor(n / hostsPerBlock)}.${1 + (n % hostsPerBlock)}`;
  }

  baseUrlOf(n: number): string {
    return `http://${this.hostOf(n)}:${this.port}`;
  }

  behave(plugins: readonly number[], behaviour: Behaviour): void {
    this.send({ kind: 'behave', hosts: plugins.map((n) => this.hostOf(n)), behaviour });
  }

  requireSecret(installationId: string, secret: string): void {
    this.send({ kind: 'secret', installationId, secret });
  }

  /** Fetches the events received since the last call, adds them to `events` and returns them. */
  async collect(): Promise<readonly ReceivedEvent[]> {
    this.send({ kind: 'collect' });
    const [received] = (await once(this.child, 'message')) as [ReceivedEvent[]];
    for (const event of received) this.events.push(event);
    return received;
  }

  stop(): void {
    this.child.disconnect();
  }

  private send(command: ReceiverCommand): void {
    this.child.send(command);
  }
}
