/** Reads what happens to an installation and reports each fact once: calls both ways, MU, proposals and sources. */
import type { DeliveryResource, ListedProposal, SentCall, SourceForPeople } from '@kushk/contracts';
import { callKey, endOf, signatureVerdict, type DevEntry, type EntryOf, type Exchange } from './dev-entry.js';
import type { InstanceClient } from './instance-client.js';
import { proposalItem, sourceItem, type WaitingItem } from './waiting-item.js';

/** Attempts, received calls and states that are remembered as reported: those that were read last. */
const MAX_REPORTED = 5_000;
/** Together at most 8 MB. */
const MAX_EXCHANGES = 500;

/** After a restart of the gateways, or of an older call than they remember. */
const NO_EXCHANGE: Exchange = {
  path: '',
  content_type: null,
  location: null,
  request_body: null,
  response_body: null,
  simulated_outage: false,
};

export interface DevState {
  readonly wallet: { readonly available: string; readonly held: string; readonly is_low: boolean } | null;
  /** What waits for a person, newest first. */
  readonly waiting: readonly WaitingItem[];
}

export class DevFeed {
  private readonly reported = new Set<string>();
  /** By attempt, until it is reported. */
  private readonly exchanges = new Map<string, Exchange>();
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
    // First: the gateways have the bodies of an attempt before the list of deliveries has the attempt.
    const deliveries = await this.client.deliveries(id);
    const [received, wallet, proposals, sources, waiting] = await Promise.all([
      this.client.receivedCalls(id, this.after),
      this.client.wallet(id),
      this.client.proposals(pluginId, 'all'),
      this.client.sources(id, 'all'),
      waitingItems(this.client, { id, pluginId }),
    ]);
    this.after = received.next_after;
    for (const call of received.sent) this.remember(call);
    const entries: DevEntry[] = [
      ...[...deliveries].reverse().flatMap((one) => this.attemptsOf(one)),
      ...received.calls.flatMap(({ id: callId, ...call }): DevEntry[] =>
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
      const call = { delivery_id: delivery.id, attempt: attempt.attempt };
      if (!this.isNew(callKey(call))) return [];
      const exchange = this.exchanges.get(callKey(call)) ?? { ...NO_EXCHANGE, response_body: attempt.response };
      this.exchanges.delete(callKey(call));
      const { at, status, error, duration_ms } = attempt;
      return [
        {
          kind: 'call_out',
          at,
          channel: delivery.channel,
          type: delivery.type,
          event_id: delivery.event_id,
          sequence: delivery.sequence,
          ...call,
          status,
          error,
          duration_ms,
          path: exchange.path,
          content_type: exchange.content_type,
          location: exchange.location,
          request_body: exchange.request_body,
          response_body: exchange.response_body,
          simulated_outage: exchange.simulated_outage,
          signature: signatureVerdict(attempt, this.rejectsForged),
        },
      ];
    });
  }

  /** Until the list of deliveries has the attempt. */
  private remember(call: SentCall): void {
    this.exchanges.set(callKey(call), call);
    if (this.exchanges.size > MAX_EXCHANGES) this.exchanges.delete(this.exchanges.keys().next().value ?? '');
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

  private walletChange(wallet: Pick<NonNullable<DevState['wallet']>, 'available' | 'held'>): readonly DevEntry[] {
    const before = this.state.wallet;
    const isSame = before?.available === wallet.available && before.held === wallet.held;
    return isSame || this.isFirst ? [] : [{ kind: 'wallet', at: new Date().toISOString(), ...wallet }];
  }
}

/** The proposals and sources of an installation that wait for a person, newest first. */
export async function waitingItems(
  client: Pick<InstanceClient, 'proposals' | 'sources'>,
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
