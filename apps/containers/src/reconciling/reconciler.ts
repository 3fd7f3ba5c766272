/**
 * Brings the containers on the engine closer to what should run, step by step. It remembers nothing that must survive:
 * after a restart it asks the engine again. Each installation waits for its own failures only.
 */
import type { ContainerState } from '@kushk/contracts';
import type { ContainerLimits } from '@kushk/runtime';
import { NOTHING, type ContainerEngine, type NetworkAddresses, type Observed } from '../engine/container-engine.js';
import { networkAddresses } from '../engine/network-addresses.js';
import type { ContainerNetwork, NetworkToProtect } from '../egress/container-network.client.js';
import { backoffMs } from './backoff.js';
import type { ContainerRecords, DesiredContainer } from './desired-container.js';
import { fingerprintOf } from './fingerprint.js';
import { connectDelayMs, IDLE_MS, newMemory, noteEnd, noteRequest, type Memory } from './memory.js';
import { nextStep, type Step, type Wanted } from './next-step.js';
import { reasonOf, statusAfter } from './status-after.js';

export interface ReconcilerOptions {
  readonly engine: ContainerEngine;
  readonly records: ContainerRecords;
  /** Resolves with whether something accepts connections at this address. */
  readonly canConnect: (address: string) => Promise<boolean>;
  /** What the container of an installation may reach (`ContainerNetwork`). */
  readonly network: Pick<ContainerNetwork, 'hostsOf' | 'protect' | 'confirm' | 'release' | 'refresh'>;
  readonly subnet: string;
  readonly limits: ContainerLimits;
  readonly runtime: string;
  /** See `ContainerConfig`. */
  readonly firstUserId: number | null;
  /** The origin of the service as containers reach it. */
  readonly serviceOrigin: string;
  readonly nowMs: () => number;
  /** `installationId` is null for what concerns all of them. */
  readonly onFailure: (failure: { readonly installationId: string | null; readonly err: unknown }) => void;
}

/** Images are pulled and containers created for this many installations at a time. */
const CONCURRENCY = 8;
/** A correct sequence has at most nine steps; more means that something else works against it. */
const MAX_STEPS = 24;
/** A container keeps the settings of the engine with which it was created. They may be what prevents its start. */
const STARTS_BEFORE_RECREATION = 3;
interface Task {
  readonly desired: DesiredContainer;
  readonly observed: Observed;
}

export class Reconciler {
  private readonly memories = new Map<string, Memory>();
  private readonly waiting = new Map<string, Task>();
  private readonly inFlight = new Set<string>();
  private readonly workers = new Set<Promise<void>>();
  private dueAtMs = 0;

  constructor(private readonly options: ReconcilerOptions) {}

  /**
   * Looks at every installation that nothing is being done for, and starts what there is to do. Slow work, such as
   * pulling an image, goes on beside the next passes. Rejects when the engine or the records cannot be read; one
   * installation's failure is recorded and does not stop the others.
   */
  async pass(): Promise<void> {
    const { engine, records, nowMs, network } = this.options;
    const observed = await engine.observeAll();
    // Where this fails, `protect` fails for each installation, and nothing runs without rules.
    await network.refresh().catch((err: unknown) => {
      this.options.onFailure({ installationId: null, err });
    });
    const seen = new Set<string>();
    this.dueAtMs = nowMs() + IDLE_MS;
    for await (const page of records.desired())
      for (const desired of page) {
        const { installationId } = desired;
        seen.add(installationId);
        if (!this.inFlight.has(installationId))
          this.waiting.set(installationId, { desired, observed: observed.get(installationId) ?? NOTHING });
      }
    for (const installationId of this.memories.keys())
      if (!seen.has(installationId)) this.memories.delete(installationId);
    while (this.workers.size < Math.min(CONCURRENCY, this.waiting.size)) this.startWorker();
  }

  /** The milliseconds after which the next pass is due, as far as the work that has ended knows. */
  dueInMs(): number {
    return Math.max(0, this.dueAtMs - this.options.nowMs());
  }

  /** Resolves when no work is in flight. */
  async settled(): Promise<void> {
    while (this.workers.size > 0) await Promise.all(this.workers);
  }

  /** Starts nothing any more. Resolves when the steps in flight have ended. */
  async stop(): Promise<void> {
    this.waiting.clear();
    await this.settled();
  }

  private startWorker(): void {
    const worker = this.work().finally(() => this.workers.delete(worker));
    this.workers.add(worker);
  }

  private async work(): Promise<void> {
    for (;;) {
      const [next] = this.waiting;
      if (next === undefined) return;
      const [installationId, { desired, observed }] = next;
      this.waiting.delete(installationId);
      this.inFlight.add(installationId);
      try {
        this.dueAtMs = Math.min(this.dueAtMs, await this.reconcile(desired, observed));
      } finally {
        this.inFlight.delete(installationId);
      }
    }
  }

  /** Resolves with the time of the next look. */
  private async reconcile(desired: DesiredContainer, observed: Observed): Promise<number> {
    const { nowMs, onFailure } = this.options;
    const { installationId } = desired;
    const memory = this.memoryOf(installationId);
    noteRequest(memory, this.fingerprintOf(desired));
    if (nowMs() < memory.retryAtMs) return memory.retryAtMs;
    try {
      const dueAtMs = await this.takeSteps(desired, observed, memory);
      memory.failures = 0;
      memory.failure = null;
      return dueAtMs;
    } catch (err) {
      memory.failures += 1;
      memory.retryAtMs = nowMs() + backoffMs(memory.failures);
      memory.failure = reasonOf(err);
      onFailure({ installationId, err });
      await this.saveStatus(desired, { state: 'failing', memory }).catch((error: unknown) => {
        onFailure({ installationId, err: error });
      });
      return memory.retryAtMs;
    }
  }

  private async takeSteps(first: DesiredContainer, seen: Observed, memory: Memory): Promise<number> {
    const { engine, records, nowMs } = this.options;
    let desired = first;
    let observed = seen;
    for (let count = 0; count < MAX_STEPS; count += 1) {
      const wanted = this.wantedOf(desired);
      noteEnd(memory, observed, nowMs());
      const step = nextStep({
        wanted,
        observed,
        hasImage: await this.hasImage(wanted, observed),
        restartAtMs: memory.restartAtMs,
        nowMs: nowMs(),
      });
      const state = statusAfter(step, desired.wanted);
      if (state !== null) await this.saveStatus(desired, { state, memory });
      const dueAtMs = await this.take(step, desired, { observed, memory });
      if (dueAtMs !== null) return dueAtMs;
      const current = await records.find(desired.installationId);
      if (current === null) return nowMs() + IDLE_MS;
      desired = current;
      observed = await engine.observe(desired.installationId);
    }
    throw new Error('the container does not reach the state that it should have');
  }

  /** Resolves with the time of the next look, or with null when the next step follows at once. */
  private async take(
    step: Step,
    desired: DesiredContainer,
    { observed, memory }: { readonly observed: Observed; readonly memory: Memory },
  ): Promise<number | null> {
    const { engine, records, nowMs } = this.options;
    const { installationId: id, version } = desired;
    switch (step.do) {
      case 'nothing':
        return nowMs() + IDLE_MS;
      case 'wait':
        return step.untilMs;
      case 'connect':
        return await this.connect(desired, observed);
      case 'pull':
        await engine.pull(step.image);
        return null;
      case 'create_network':
        await engine.createNetwork(id, await this.addressesOf(id));
        return null;
      case 'create_volume':
        await engine.createVolume(id);
        return null;
      case 'create_container':
        await this.createContainer(desired);
        return null;
      case 'start':
      case 'restart':
        await this.options.network.protect(id, await this.networkOf(desired));
        if (step.do === 'restart') memory.restarts += 1;
        memory.startedAtMs = nowMs();
        memory.endSeen = false;
        await this.start(id, memory);
        return null;
      case 'stop':
        await engine.stopContainer(id);
        return null;
      case 'remove_container':
        await engine.removeContainer(id);
        return null;
      case 'remove_network':
        await engine.removeNetwork(id);
        return null;
      case 'remove_volume':
        await engine.removeVolume(id);
        return null;
      case 'give_up_version':
        await records.recordGivenUp(id, {
          version,
          reason: memory.failure ?? memory.endReason ?? (desired.announced === null ? NOT_LISTENING : NOT_ANSWERED),
        });
        return null;
      case 'forget':
        await this.options.network.release(id);
        await records.recordDeletion(id);
        return nowMs() + IDLE_MS;
    }
  }

  private async start(id: string, memory: Memory): Promise<void> {
    const { engine } = this.options;
    try {
      await engine.startContainer(id);
      memory.failedStarts = 0;
    } catch (error) {
      memory.failedStarts += 1;
      if (memory.failedStarts % STARTS_BEFORE_RECREATION === 0) await engine.removeContainer(id);
      throw error;
    }
  }

  private async connect(desired: DesiredContainer, { container }: Observed): Promise<number> {
    const { records, canConnect, nowMs } = this.options;
    const { installationId, version, port, announced } = desired;
    const memory = this.memoryOf(installationId);
    const retryAtMs = nowMs() + connectDelayMs(memory.startedAtMs, nowMs());
    if (!container?.host) {
      if (!container?.endReason) return retryAtMs;
      memory.endReason = container.endReason;
      await this.saveStatus(desired, { state: 'starting', memory });
      return retryAtMs;
    }
    await this.keepProtected(desired, memory);
    const address = `${container.host}:${port}`;
    if (!(await canConnect(address))) {
      await this.saveStatus(desired, { state: 'starting', memory, reason: NOT_LISTENING });
      return retryAtMs;
    }
    memory.endReason = null;
    if (announced?.version !== version || announced.address !== address)
      await records.recordListening(installationId, { version, address });
    await this.saveStatus(desired, { state: 'running', memory });
    return nowMs() + IDLE_MS;
  }

  private wantedOf(desired: DesiredContainer): Wanted {
    switch (desired.wanted) {
      case 'stopped':
        return { kind: 'stopped' };
      case 'absent':
        return { kind: 'absent', notBeforeMs: desired.deleteAfterMs ?? 0 };
      case 'running': {
        const { image, giveUpAtMs } = desired;
        return { kind: 'running', fingerprint: this.fingerprintOf(desired), image, giveUpAtMs };
      }
    }
  }

  /** The engine is asked only when the answer changes the next step. */
  private async hasImage(wanted: Wanted, { container }: Observed): Promise<boolean> {
    if (wanted.kind !== 'running' || container?.fingerprint === wanted.fingerprint) return false;
    return await this.options.engine.hasImage(wanted.image);
  }

  private async createContainer(desired: DesiredContainer): Promise<void> {
    const { engine, network } = this.options;
    const protectedNetwork = await this.networkOf(desired);
    await engine.createContainer({
      ...desired,
      fingerprint: this.fingerprintOf(desired),
      network: protectedNetwork.addresses,
      hosts: network.hostsOf(protectedNetwork),
    });
  }

  /** A container that runs without rules is stopped. */
  private async keepProtected(desired: DesiredContainer, memory: Memory): Promise<void> {
    const { engine, network } = this.options;
    const protectedNetwork = await this.networkOf(desired);
    try {
      await network.protect(desired.installationId, protectedNetwork);
      await network.confirm(protectedNetwork.addresses);
    } catch (error) {
      await engine.stopContainer(desired.installationId);
      // It did not end by itself: the next attempt to start it is not counted as a restart after an end.
      memory.endSeen = true;
      memory.restartAtMs = 0;
      throw error;
    }
  }

  private async networkOf({ installationId, egress }: DesiredContainer): Promise<NetworkToProtect> {
    return { addresses: await this.addressesOf(installationId), egress };
  }

  private fingerprintOf({ image, port, egress, restarts }: DesiredContainer): string {
    return fingerprintOf({ ...this.options, image, port, egress, restarts });
  }

  private async addressesOf(installationId: string): Promise<NetworkAddresses> {
    return networkAddresses(this.options.subnet, await this.options.records.networkSlot(installationId));
  }

  private async saveStatus(
    { installationId }: DesiredContainer,
    status: { readonly state: ContainerState; readonly memory: Memory; readonly reason?: string },
  ): Promise<void> {
    const { state, memory } = status;
    const reason =
      state === 'running' || state === 'stopped' ? null : (status.reason ?? memory.failure ?? memory.endReason);
    await this.options.records.recordStatus(installationId, { state, reason, restarts: memory.restarts });
  }

  private memoryOf(installationId: string): Memory {
    const known = this.memories.get(installationId);
    if (known !== undefined) return known;
    const memory = newMemory();
    this.memories.set(installationId, memory);
    return memory;
  }
}

const NOT_LISTENING = 'it does not accept connections on its port';
const NOT_ANSWERED = 'it did not answer `installed` with a status of 200 to 299';
