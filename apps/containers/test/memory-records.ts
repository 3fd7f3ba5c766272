/** The records of the reconciler in memory, over the decisions of the service. */
import { fold, type Accepted } from '@kushk/decider';
import { confirmDeletion } from '../src/container/confirm-deletion/confirm-deletion.js';
import { confirmListening } from '../src/container/confirm-listening/confirm-listening.js';
import { confirmVersion } from '../src/container/confirm-version/confirm-version.js';
import { containerStream, type Container, type ContainerFact } from '../src/container/container.js';
import { desiredOf, rowOf } from '../src/container/container.view.js';
import { giveUpVersion } from '../src/container/give-up-version/give-up-version.js';
import type { ContainerStatus } from '../src/container/container-status.js';
import type { ContainerRecords, DesiredContainer } from '../src/reconciling/desired-container.js';

export class MemoryRecords implements ContainerRecords {
  readonly facts = new Map<string, ContainerFact[]>();
  readonly statuses = new Map<string, ContainerStatus>();
  /** Images whose plugin never accepts `installed`. All others accept it at once. */
  readonly unanswering = new Set<string>();
  private readonly slots = new Map<string, number>();

  constructor(private readonly nowMs: () => number) {}

  state(id: string): Container {
    return fold(containerStream, this.facts.get(id) ?? []);
  }

  run(id: string, decide: (container: Container, at: string) => Accepted<readonly ContainerFact[], null>): void {
    const { facts } = decide(this.state(id), new Date(this.nowMs()).toISOString());
    this.facts.set(id, [...(this.facts.get(id) ?? []), ...facts]);
  }

  async *desired(): AsyncGenerator<readonly DesiredContainer[]> {
    yield [...this.facts.keys()].map((id) => this.desiredOf(id)).filter((desired) => desired !== null);
  }

  find(id: string): Promise<DesiredContainer | null> {
    return Promise.resolve(this.desiredOf(id));
  }

  recordListening(id: string, listening: { readonly version: string; readonly address: string }): Promise<void> {
    this.run(id, (container, at) => confirmListening(container, { ...listening, at }));
    const state = this.state(id);
    if (state.status === 'updating' && !this.unanswering.has(state.spec.image))
      this.run(id, (container, at) => confirmVersion(container, { version: listening.version, at }));
    return Promise.resolve();
  }

  recordGivenUp(id: string, failed: { readonly version: string; readonly reason: string }): Promise<void> {
    this.run(id, (container, at) => giveUpVersion(container, { ...failed, at }));
    return Promise.resolve();
  }

  recordDeletion(id: string): Promise<void> {
    this.slots.delete(id);
    this.run(id, (container, at) => confirmDeletion(container, { at }));
    return Promise.resolve();
  }

  recordStatus(id: string, status: ContainerStatus): Promise<void> {
    this.statuses.set(id, status);
    return Promise.resolve();
  }

  networkSlot(id: string): Promise<number> {
    const known = this.slots.get(id);
    if (known !== undefined) return Promise.resolve(known);
    const taken = new Set(this.slots.values());
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    this.slots.set(id, slot);
    return Promise.resolve(slot);
  }

  private desiredOf(id: string): DesiredContainer | null {
    const row = rowOf(this.state(id));
    return row === null ? null : desiredOf({ stream_id: id, ...row });
  }
}
