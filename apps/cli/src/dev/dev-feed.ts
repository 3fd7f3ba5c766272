/** Reads what happens to an installation and reports each fact once: calls both ways, MU, proposals and sources. */
import type { DeliveryResource, ListedProposal, SourceForPeople } from '@kushk/contracts';
import { endOf, signatureVerdict, type DevEntry } from './dev-entry.js';
import type { InstanceClient } from './instance-client.js';
import { proposalItem, sourceItem, type WaitingItem } from './waiting-item.js';

/** Attempts, received calls and states that are remembered as reported: those that were read last. */
const MAX_REPORTED = 5_000;

type EntryOf<Kind extends DevEntry['kind']> = Extract<DevEntry, { readonly kind: Kind }>;

export interface DevState {
  readonly wallet: { readonly available: string; readonly held: string } | null;
  /** What waits for a person, newest first. */
  readonly waiting: readonly WaitingItem[];
}

export class DevFeed {
  private readonly reported = new Set<string>();
  private after = '';
  private state: DevState = { wallet: null, waiting: [] };
  private isFirst = true;
  /** Whether the plugin rejects a forged call; null while it is not known. */
  rejectsForged: boolean | null = null;

  constructor(
    private readonly client: InstanceClient,
    private readonly installation: { readonly id: string; readonly pluginId: string },
  ) {}

  get installationId(): string {
    return this.installation.id;
  }

  get current(): DevState {
    return this.state;
  }

  /** Marks what has happened until now as reported. */
  async skipPast(): Promise<void> {
    await this.read();
  }

  /** Returns what happened since the last read, in the order in which it ended. */
  async read(): Promise<readonly DevEntry[]> {
    const { id, pluginId } = this.installation;
    const [deliveries, received, wallet, proposals, sources, waiting] = await Promise.all([
      this.client.deliveries(id),
      this.client.receivedCalls(id, this.after),
      this.client.wallet(id),
      this.client.proposals(pluginId, 'all'),
      this.client.sources(id, 'all'),
      waitingItems(this.client, { id, pluginId }),
    ]);
    this.after = received.next_after;
    const entries: DevEntry[] = [
      ...[...deliveries].reverse().flatMap((one) => this.attemptsOf(one)),
      ...received.calls.flatMap(({ id: callId, request_id: _request, ...call }): DevEntry[] =>
        this.isNew(callId) ? [{ kind: 'call_in', ...call }] : [],
      ),
      ...proposals.filter((one) => one.installation_id === id).flatMap((one) => this.statesOf(one)),
      ...sources.flatMap((one) => this.reviewsOf(one)),
      ...this.walletChange({ available: wallet.available, held: wallet.held }),
    ];
    this.state = { wallet, waiting };
    this.isFirst = false;
    return entries.sort((one, other) => endOf(one) - endOf(other));
  }

  private attemptsOf(delivery: DeliveryResource): readonly DevEntry[] {
    return delivery.attempts.flatMap((attempt): DevEntry[] => {
      if (!this.isNew(`${delivery.id} ${attempt.attempt}`)) return [];
      const { at, status, error, response, duration_ms } = attempt;
      return [
        {
          kind: 'call_out',
          at,
          channel: delivery.channel,
          type: delivery.type,
          event_id: delivery.event_id,
          sequence: delivery.sequence,
          attempt: attempt.attempt,
          status,
          error,
          response,
          duration_ms,
          signature: signatureVerdict(attempt, this.rejectsForged),
        },
      ];
    });
  }

  /** Returns true once for each key. */
  private isNew(key: string): boolean {
    // What a list still has stays remembered, however many calls come meanwhile.
    const isNew = !this.reported.delete(key);
    this.reported.add(key);
    if (this.reported.size > MAX_REPORTED) this.reported.delete(this.reported.values().next().value ?? '');
    return isNew;
  }

  /** That it was made, and what became of it. */
  private statesOf(proposal: ListedProposal): readonly DevEntry[] {
    const { id, status, record_type, summary, settled_by, created_at, settled_at } = proposal;
    const about = { kind: 'proposal', id, record_type, summary } as const;
    const states: EntryOf<'proposal'>[] = [{ ...about, at: created_at, status: 'pending', settled_by: null }];
    // A withdrawn proposal is settled by nobody.
    if (status !== 'pending') states.push({ ...about, at: settled_at ?? new Date().toISOString(), status, settled_by });
    return states.filter((entry) => this.isNew(`${id} ${entry.status}`));
  }

  private reviewsOf(source: SourceForPeople): readonly DevEntry[] {
    const { id, status, kind, title, created_at, reviewed_at } = source;
    const about = { kind: 'source', id, source_kind: kind, title } as const;
    const states: EntryOf<'source'>[] = [{ ...about, at: created_at, status: 'pending' }];
    if (status !== 'pending') states.push({ ...about, at: reviewed_at ?? created_at, status });
    return states.filter((entry) => this.isNew(`${id} ${entry.status}`));
  }

  private walletChange(wallet: NonNullable<DevState['wallet']>): readonly DevEntry[] {
    const before = this.state.wallet;
    const isSame = before?.available === wallet.available && before.held === wallet.held;
    return isSame || this.isFirst ? [] : [{ kind: 'wallet', at: new Date().toISOString(), ...wallet }];
  }
}

/** The proposals and sources of an installation that wait for a person, newest first. */
export async function waitingItems(
  client: InstanceClient,
  { id, pluginId }: { readonly id: string; readonly pluginId: string },
): Promise<readonly WaitingItem[]> {
  const [proposals, sources] = await Promise.all([
    client.proposals(pluginId, 'pending'),
    client.sources(id, 'pending'),
  ]);
  return [...proposals.filter((one) => one.installation_id === id).map(proposalItem), ...sources.map(sourceItem)].sort(
    (one, other) => other.created_at.localeCompare(one.created_at),
  );
}
