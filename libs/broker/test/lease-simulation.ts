/**
 * Gateways, processes of a service, their database and the network between them, in simulated time. Every delay, lost
 * message, pause, crash and jump of a clock follows from one seed.
 */
import { LEASE_MS } from '@kushk/contracts';
import type { ControlChannel } from '../src/control/control-channel.js';
import { LeaseCache } from '../src/leases/lease-cache.js';
import type { LeaseClock } from '../src/leases/lease-clock.js';
import { ListedLeaseGrants, type LeaseHolder, type LeaseHolders } from '../src/leases/lease-grants.js';
import type { LeasedValues, LeaseGrants, Loaded } from '../src/leases/leases.js';
import { withoutLeases } from '../src/leases/without-leases.js';
import { randomOf } from './seeded-random.js';
import { VirtualTime } from './virtual-time.js';

/** Mistakes that the simulation must find, or it would find nothing. */
export type Defect =
  | 'early acknowledgement'
  | 'retired holders forgotten'
  | 'lease from the reply'
  | 'no list'
  | 'leases used after leaving';

export interface Outcome {
  /** Each entry is a request that got an older version than the one that was confirmed before it was sent. */
  readonly violations: readonly string[];
  readonly hits: number;
  readonly answeredCommands: number;
  readonly longestRevocationMs: number;
}

/** A process: its clocks, and whether it runs now. */
interface Process {
  readonly monotonicOffset: number;
  wallOffset: number;
  /** Time during which a virtual machine was suspended, which its monotonic clock does not count. */
  suspendedMs: number;
  pausedUntil: number;
  /**
   * A machine is suspended or its wall clock is set, but not both: a suspension during which the wall clock is set back
   * by the same time can be seen on no clock.
   */
  readonly isVirtual: boolean;
  isDead: boolean;
}

const SIMULATED_MS = 15_000;
const INSTALLATIONS = ['ins_1', 'ins_2'];

export class LeaseSimulation {
  private readonly time = new VirtualTime();
  private processes = 0;
  private readonly random: () => number;
  private readonly versions = new Map(INSTALLATIONS.map((id) => [id, 0]));
  private readonly confirmed = new Map(INSTALLATIONS.map((id) => [id, 0]));
  private readonly rows = new Map<string, { generation: number; isRetired: boolean }>();
  private readonly gateways: SimulatedGateway[] = [];
  private readonly services: SimulatedService[] = [];
  private readonly violations: string[] = [];
  private hits = 0;
  private answeredCommands = 0;
  private longestRevocationMs = 0;

  constructor(
    seed: number,
    private readonly options: {
      readonly isHealthy?: boolean;
      readonly defect?: Defect;
      readonly isPlain?: boolean;
    } = {},
  ) {
    this.random = randomOf(seed);
    for (let n = 0; n < 2; n += 1) {
      this.gateways.push(this.newGateway());
      this.services.push(this.newService());
    }
  }

  async run(): Promise<Outcome> {
    this.plan();
    await this.time.run(SIMULATED_MS);
    const { violations, hits, answeredCommands, longestRevocationMs } = this;
    return { violations, hits, answeredCommands, longestRevocationMs };
  }

  /** Requests all the time, and now and then a command or a disturbance. */
  private plan(): void {
    for (let at = 0; at < SIMULATED_MS; at += 40)
      this.time.schedule(
        at + this.random() * 40,
        () => void this.authenticate(this.pick([0, 1]), this.pick(INSTALLATIONS)),
      );
    for (let at = 300; at < SIMULATED_MS; at += 700)
      this.time.schedule(at + this.random() * 700, () => void this.command(this.pick(INSTALLATIONS)));
    if (this.options.isHealthy === true) return;
    for (let at = 500; at < SIMULATED_MS; at += 900) this.time.schedule(at + this.random() * 900, () => this.disturb());
  }

  private disturb(): void {
    const slot = this.pick([0, 1]);
    const process = this.pick([this.gateways, this.services])[slot]!.process;
    const ms = this.random() * 4_000;
    const disturbances = [
      () => (process.pausedUntil = this.time.now + ms),
      () => {
        process.pausedUntil = this.time.now + ms;
        if (process.isVirtual) process.suspendedMs += ms;
        else process.wallOffset += (this.random() - 0.5) * 7_200_000;
      },
      () => {
        this.services[slot]!.process.isDead = true;
        this.services[slot] = this.newService();
      },
      () => {
        this.gateways[slot]!.process.isDead = true;
        this.gateways[slot] = this.newGateway();
      },
      () => void this.stop(slot),
    ];
    this.pick(disturbances)();
  }

  /** A gateway stops in order: it leaves the list, answers for a while without leases, and ends. */
  private async stop(slot: number): Promise<void> {
    const gateway = this.gateways[slot]!;
    if (this.options.defect !== 'leases used after leaving') gateway.cache?.close();
    const service = this.pick(this.services);
    if (await this.network(service.process)) await service.grants.leave(gateway.id).catch(() => undefined);
    await this.at(gateway.process, 3_000);
    gateway.process.isDead = true;
    if (this.gateways[slot] === gateway) this.gateways[slot] = this.newGateway();
  }

  private async authenticate(slot: number, installation: string): Promise<void> {
    const gateway = this.gateways[slot]!;
    const { process, values } = gateway;
    await this.at(process, 0);
    const expected = this.confirmed.get(installation)!;
    let isLoaded = false;
    const load = async (): Promise<Loaded<Value>> => {
      isLoaded = true;
      return await this.load(gateway, installation);
    };
    // The defect: a lease starts when the reply arrives.
    const replied = this.options.defect === 'lease from the reply' ? await load() : null;
    const { version } = await values.read(installation, replied === null ? load : () => Promise.resolve(replied));
    if (!isLoaded) this.hits += 1;
    if (version < expected)
      this.violations.push(
        `${this.time.now.toFixed(0)}: ${isLoaded ? 'reply' : 'lease'} of ${version} after ${expected}`,
      );
  }

  /** The gateway's question, on its way to the database and back. Never resolves when a message is lost. */
  private async load(gateway: SimulatedGateway, installation: string): Promise<Loaded<Value>> {
    const service = this.pick(this.services);
    if (await this.network(service.process)) {
      const isGranted = await service.grants.mayGrant(gateway.id);
      const version = await this.database(service.process, () => this.versions.get(installation)!).catch(() => null);
      if (version !== null && (await this.network(gateway.process)))
        return { value: { version }, subject: installation, leaseMs: isGranted ? LEASE_MS : 0 };
    }
    return await new Promise<never>(() => undefined);
  }

  /** Sends a command until it is answered. A repeated command changes nothing, and is answered like the first. */
  private async command(installation: string): Promise<void> {
    let version: number | null = null;
    for (;;) {
      const service = this.pick(this.services);
      const stored = { installation, stored: () => version };
      const answer = await this.time.withinMs(
        7_000,
        this.execute(service, stored, (committed) => (version = committed)),
      );
      if (answer === null) continue;
      this.answeredCommands += 1;
      this.confirmed.set(installation, Math.max(this.confirmed.get(installation)!, answer));
      return;
    }
  }

  private async execute(
    { process, grants }: SimulatedService,
    { installation, stored }: { readonly installation: string; readonly stored: () => number | null },
    commit: (version: number) => unknown,
  ): Promise<number | null> {
    if (!(await this.network(process))) return null;
    const version = await this.database(process, () => {
      if (stored() === null) {
        this.versions.set(installation, this.versions.get(installation)! + 1);
        commit(this.versions.get(installation)!);
      }
      return stored()!;
    }).catch(() => null);
    if (version === null) return null;
    const startedAt = this.time.now;
    await grants.revoke(installation);
    this.longestRevocationMs = Math.max(this.longestRevocationMs, this.time.now - startedAt);
    return (await this.network(null)) ? version : null;
  }

  private newGateway(): SimulatedGateway {
    const process = this.newProcess();
    const id = `gateway-${(this.processes += 1)}`;
    if (this.options.isPlain === true) return { id, process, values: withoutLeases.hold(noChannel).values(0) };
    const cache = new LeaseCache<Value>(1_000_000, this.clockOf(process));
    return { id, process, values: cache, cache };
  }

  private newService(): SimulatedService {
    const process = this.newProcess();
    const holders = this.holdersOf(process);
    if (this.options.isPlain === true) return { process, grants: withoutLeases.grant(noChannel, holders) };
    const grants = new ListedLeaseGrants({
      holders,
      clock: this.clockOf(process),
      send: (subjects, wait) => this.broadcast(process, subjects, wait),
    });
    return { process, grants };
  }

  private broadcast(
    sender: Process,
    subjects: readonly string[] | null,
    { holders, timeoutMs }: { readonly holders: readonly string[]; readonly timeoutMs: number },
  ): Promise<ReadonlySet<string>> {
    const received = new Set<string>();
    const all = new Promise<void>((resolve) => {
      for (const gateway of this.gateways)
        void (async () => {
          const isEarly = this.options.defect === 'early acknowledgement';
          const acknowledge = async (): Promise<void> => {
            if (!(await this.network(sender))) return;
            received.add(gateway.id);
            if (holders.every((one) => received.has(one))) resolve();
          };
          if (isEarly) void acknowledge();
          if (!(await this.network(gateway.process))) return;
          gateway.cache?.revoke(subjects);
          if (!isEarly) await acknowledge();
        })();
    });
    return Promise.race([all, this.at(sender, timeoutMs)]).then(() => received);
  }

  private holdersOf(process: Process): LeaseHolders {
    const { rows } = this;
    const has = ({ id, generation }: LeaseHolder): boolean => String(rows.get(id)?.generation) === generation;
    return {
      activate: (id) =>
        this.database(process, () => {
          if (this.options.defect === 'no list') return;
          this.processes += 1;
          if (rows.get(id)?.isRetired !== false) rows.set(id, { generation: this.processes, isRetired: false });
        }),
      list: () =>
        this.database(process, () =>
          [...rows]
            .map(([id, { generation, isRetired }]) => ({ id, generation: String(generation), isRetired }))
            .filter(({ isRetired }) => !isRetired || this.options.defect !== 'retired holders forgotten'),
        ),
      retire: (holder) =>
        this.database(process, () => {
          if (has(holder)) rows.get(holder.id)!.isRetired = true;
        }),
      remove: (holder) =>
        this.database(process, () => {
          if (has(holder) && rows.get(holder.id)!.isRetired) rows.delete(holder.id);
        }),
      leave: (id) => this.database(process, () => void rows.delete(id)),
    };
  }

  /** One transaction. It may fail before it was executed, and after. */
  private async database<Result>(process: Process, execute: () => Result): Promise<Result> {
    await this.time.after(this.delay());
    if (this.isDisturbed(0.03)) throw new Error('the database is unavailable');
    const result = execute();
    await this.at(process, this.delay());
    if (this.isDisturbed(0.03)) throw new Error('the connection was lost');
    return result;
  }

  /** A message to a process. False, late, when it was lost. */
  private async network(receiver: Process | null): Promise<boolean> {
    if (this.isDisturbed(0.05)) return false;
    const delay = this.isDisturbed(0.1) ? this.random() * 4_000 : this.delay();
    await (receiver === null ? this.time.after(delay) : this.at(receiver, delay));
    return true;
  }

  private delay(): number {
    return this.isDisturbed(0.05) ? this.random() * 1_500 : 0.2 + this.random() * 3;
  }

  private isDisturbed(probability: number): boolean {
    return this.options.isHealthy !== true && this.random() < probability;
  }

  private newProcess(): Process {
    const monotonicOffset = this.random() * 1e6;
    const isVirtual = this.random() < 0.5;
    return { monotonicOffset, wallOffset: 0, suspendedMs: 0, pausedUntil: 0, isVirtual, isDead: false };
  }

  private clockOf(process: Process): LeaseClock {
    return {
      now: () => ({
        monotonicMs: process.monotonicOffset + this.time.now - process.suspendedMs,
        wallMs: 1e12 + this.time.now + process.wallOffset,
      }),
      sleep: (ms) => this.at(process, ms),
      nextTurn: () => this.at(process, 0),
    };
  }

  /** Resolves after `ms` in this process: later while it is paused, and never when it is dead. */
  private at(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const attempt = (): void => {
        if (process.isDead) return;
        if (process.pausedUntil > this.time.now) this.time.schedule(process.pausedUntil, attempt);
        else resolve();
      };
      this.time.schedule(this.time.now + ms, attempt);
    });
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)]!;
  }
}

interface Value {
  readonly version: number;
}

interface SimulatedGateway {
  readonly id: string;
  readonly process: Process;
  readonly values: LeasedValues<Value>;
  /** Where `values` come from; absent without leases. */
  readonly cache?: LeaseCache<Value>;
}

interface SimulatedService {
  readonly process: Process;
  readonly grants: LeaseGrants;
}

/** Without leases, a message of this channel only notifies, and no answer depends on it. */
const noChannel = { publish: () => undefined, subscribe: () => undefined } as unknown as ControlChannel;
