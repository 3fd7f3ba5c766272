/** The reconciler's records in the database: what should run is read from the view, what happened becomes facts. */
import { forStream, streamRef, type Accepted } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { confirmDeletion } from '../container/confirm-deletion/confirm-deletion.js';
import { confirmListening } from '../container/confirm-listening/confirm-listening.js';
import { containerStream, type Container, type ContainerFact } from '../container/container.js';
import { desiredOf, type Containers } from '../container/container.view.js';
import type { ContainerStatus } from '../container/container-status.js';
import type { ContainerStatuses } from '../container/container-statuses.view.js';
import type { DeniedAttempts } from '../container/denied-attempts.view.js';
import { giveUpVersion } from '../container/give-up-version/give-up-version.js';
import type { ContainerRecords, DesiredContainer } from './desired-container.js';
import type { NetworkSlots } from './network-slots.view.js';

interface Dependencies {
  readonly events: EventStore;
  readonly containers: Containers;
  readonly statuses: ContainerStatuses;
  readonly denied: DeniedAttempts;
  readonly slots: NetworkSlots;
  /** How many networks the subnet of the containers has. */
  readonly networks: number;
  readonly now: () => Date;
}

export class StoredContainerRecords implements ContainerRecords {
  constructor(private readonly dependencies: Dependencies) {}

  async *desired(): AsyncGenerator<readonly DesiredContainer[]> {
    for await (const page of this.dependencies.containers.pages()) yield page.map(desiredOf);
  }

  async find(installationId: string): Promise<DesiredContainer | null> {
    const row = await this.dependencies.containers.find(installationId);
    return row === null ? null : desiredOf(row);
  }

  recordListening(installationId: string, listening: { version: string; address: string }): Promise<void> {
    const command = { ...listening, at: this.now() };
    return this.run(installationId, 'ConfirmListening', (container) => confirmListening(container, command));
  }

  recordGivenUp(installationId: string, failed: { version: string; reason: string }): Promise<void> {
    const command = { ...failed, at: this.now() };
    return this.run(installationId, 'GiveUpVersion', (container) => giveUpVersion(container, command));
  }

  /** The fact is last: what comes before it is repeated after a crash. */
  async recordDeletion(installationId: string): Promise<void> {
    await this.dependencies.slots.free(installationId);
    await this.dependencies.statuses.delete(installationId);
    await this.dependencies.denied.delete(installationId);
    const command = { at: this.now() };
    await this.run(installationId, 'ConfirmDeletion', (container) => confirmDeletion(container, command));
  }

  recordStatus(installationId: string, status: ContainerStatus): Promise<void> {
    return this.dependencies.statuses.save(installationId, status, this.dependencies.now());
  }

  networkSlot(installationId: string): Promise<number> {
    const { slots, networks } = this.dependencies;
    return slots.take(installationId, networks);
  }

  private now(): string {
    return this.dependencies.now().toISOString();
  }

  private async run(
    installationId: string,
    name: string,
    decide: (container: Container) => Accepted<readonly ContainerFact[], null>,
  ): Promise<void> {
    await this.dependencies.events.run({
      name,
      streams: { container: streamRef(containerStream, installationId) },
      decide: ({ container }) => forStream('container', decide(container)),
      meta: { actor: { kind: 'system' } },
    });
  }
}
