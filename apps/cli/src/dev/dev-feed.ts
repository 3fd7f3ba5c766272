/** Reads what happens to an installation and reports each fact once: calls in both directions, MU, proposals. */
import type { DeliveryResource, ListedProposal } from '@kushk/contracts';
import { signatureVerdict, type DevEntry } from './dev-entry.js';
import type { InstanceClient } from './instance-client.js';

/** Attempts and received calls that are remembered as reported. */
const MAX_REPORTED = 5_000;

export interface DevState {
  readonly wallet: { readonly available: string; readonly held: string } | null;
  readonly pending: readonly ListedProposal[];
}

export class DevFeed {
  private readonly reported = new Set<string>();
  private after = '';
  private state: DevState = { wallet: null, pending: [] };
  private isFirst = true;
  /** Whether the plugin rejects a forged call; null while it is not known. */
  rejectsForged: boolean | null = null;

  constructor(
    private readonly client: InstanceClient,
    private readonly installation: { readonly id: string; readonly pluginId: string },
  ) {}

  get current(): DevState {
    return this.state;
  }

  /** Marks what has happened until now as reported. */
  async skipPast(): Promise<void> {
    await this.read();
  }

  /** Returns what happened since the last read, in the order of time. */
  async read(): Promise<readonly DevEntry[]> {
    const { id, pluginId } = this.installation;
    const [deliveries, received, wallet, pending] = await Promise.all([
      this.client.deliveries(id),
      this.client.receivedCalls(id, this.after),
      this.client.wallet(id),
      this.client.pendingProposals(pluginId),
    ]);
    this.after = received.next_after;
    const entries: DevEntry[] = [
      ...[...deliveries].reverse().flatMap((one) => this.attemptsOf(one)),
      ...received.calls.flatMap(({ id: callId, request_id: _request, ...call }): DevEntry[] =>
        this.isNew(callId) ? [{ kind: 'call_in', ...call }] : [],
      ),
      ...this.changesTo(
        { available: wallet.available, held: wallet.held },
        pending.filter((one) => one.installation_id === id),
      ),
    ];
    this.isFirst = false;
    return entries.sort((a, b) => a.at.localeCompare(b.at));
  }

  private attemptsOf(delivery: DeliveryResource): readonly DevEntry[] {
    return delivery.attempts.flatMap((attempt): DevEntry[] => {
      if (!this.isNew(`${delivery.id} ${attempt.attempt}`)) return [];
      const { at, status, error, duration_ms } = attempt;
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
          duration_ms,
          signature: signatureVerdict(attempt, this.rejectsForged),
        },
      ];
    });
  }

  /** Returns true once for each key. */
  private isNew(key: string): boolean {
    if (this.reported.has(key)) return false;
    this.reported.add(key);
    if (this.reported.size > MAX_REPORTED) this.reported.delete(this.reported.values().next().value ?? '');
    return true;
  }

  private changesTo(wallet: NonNullable<DevState['wallet']>, pending: readonly ListedProposal[]): readonly DevEntry[] {
    const before = this.state;
    this.state = { wallet, pending };
    const at = new Date().toISOString();
    const isSame = before.wallet?.available === wallet.available && before.wallet.held === wallet.held;
    const proposalEntry = (one: ListedProposal, status: 'pending' | 'settled'): DevEntry => ({
      kind: 'proposal',
      at,
      id: one.id,
      status,
      record_type: one.record_type,
      summary: one.summary,
    });
    const ids = (list: readonly ListedProposal[]): ReadonlySet<string> => new Set(list.map(({ id }) => id));
    const [old, current] = [ids(before.pending), ids(pending)];
    return [
      ...(isSame || this.isFirst ? [] : [{ kind: 'wallet' as const, at, ...wallet }]),
      ...pending.filter(({ id }) => !old.has(id)).map((one) => proposalEntry(one, 'pending')),
      ...before.pending.filter(({ id }) => !current.has(id)).map((one) => proposalEntry(one, 'settled')),
    ];
  }
}
