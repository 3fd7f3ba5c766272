import { createStreams, BrokerConnection, JetStreamFactStream } from '@kushk/broker';
import { workspaceFacts, type ProposalSettledV1 } from '@kushk/contracts';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { preciseNow } from './receiver-protocol.js';

const batchEveryMs = 2;
const maxBatch = 500;

/** The next event of a load: for which installation, and with which order key. */
export interface NextEvent {
  readonly installationId: string;
  readonly key: string;
}

export interface ConstantLoad {
  readonly perSecond: number;
  readonly durationMs: number;
  readonly next: (number: number) => NextEvent;
}

/** Publishes facts that each cause one event, in place of the workspace service. Numbers all facts from 1. */
export class FactLoad {
  /** The number of facts that JetStream has acknowledged. */
  published = 0;
  private last = 0;

  private constructor(
    private readonly scope: string,
    private readonly link: BrokerConnection,
    private readonly stream: JetStreamFactStream,
  ) {}

  static async connect(scope: string, natsUrl: string): Promise<FactLoad> {
    const link = await BrokerConnection.connect(natsUrl, 'fact-load');
    const stream = await JetStreamFactStream.create(link, { scope, service: 'workspace' });
    await createStreams({ url: natsUrl, scope, services: ['workspace'] });
    return new FactLoad(scope, link, stream);
  }

  /** Publishes at a constant rate. Resolves when JetStream has acknowledged all facts. */
  async atRate({ perSecond, durationMs, next }: ConstantLoad): Promise<void> {
    const startedAt = performance.now();
    const total = Math.round((perSecond * durationMs) / 1_000);
    for (let sent = 0; sent < total;) {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
      if (due > sent)
        await this.publish(Array.from({ length: Math.min(maxBatch, due - sent) }, (_, n) => next(sent + n)));
      sent = Math.min(due, sent + maxBatch);
      await new Promise((resolve) => setTimeout(resolve, batchEveryMs));
    }
  }

  /** Publishes as fast as JetStream acknowledges. */
  async atOnce(count: number, next: (number: number) => NextEvent): Promise<void> {
    for (let from = 0; from < count; from += maxBatch)
      await this.publish(Array.from({ length: Math.min(maxBatch, count - from) }, (_, n) => next(from + n)));
  }

  async close(): Promise<void> {
    await this.link.close();
  }

  private async publish(events: readonly NextEvent[]): Promise<void> {
    const facts = events.map((event, index) => this.factOf(event, this.published + index + 1));
    this.last = await this.stream.publish(facts, this.last);
    this.published += facts.length;
  }

  private factOf({ installationId, key }: NextEvent, number: number): OutgoingFact {
    const fact: ProposalSettledV1 = {
      installation_id: installationId,
      organisation_id: 'org_a',
      at: new Date().toISOString(),
      proposal_id: `prp_${number}`,
      external_id: key,
      record_type: 'case',
      record_id: 'cas_1',
      outcome: 'rejected',
      reason: String(preciseNow()),
      settled_by: 'person',
      revision: 1,
    };
    return {
      subject: `${this.scope}.${workspaceFacts.proposalSettled.subject}.${installationId.replace('_', '-')}`,
      eventId: newId('evt'),
      body: JSON.stringify(fact),
      headers: { [factHeaders.stream]: `proposal-prp_${number}`, [factHeaders.at]: fact.at },
    };
  }
}
