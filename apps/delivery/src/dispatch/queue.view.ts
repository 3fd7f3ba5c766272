/**
 * The calls that are still to be made. A row comes with the fact that caused it, in its transaction, and goes when
 * the plugin has answered; from then on the courier alone changes it. So this is a queue and not a view that could
 * be made anew from the log.
 */
import { factView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { endpointStream } from '../endpoint/endpoint.js';
import { feedStream } from '../feed/feed.js';

export type ChannelName = 'event' | 'lifecycle';

@Entity('outgoing_calls')
export class OutgoingCallRow {
  /** The event's id; of a lifecycle call, its own. */
  @PrimaryColumn('text') call_id: string;
  @Column('text') channel: ChannelName;
  @Column('text') installation_id: string;
  /** Calls of one installation with the same key are made one after the other, by `sequence`. */
  @Column('text') order_key: string;
  @Column('bigint') sequence: string;
  /** Type of the event; of a lifecycle call `installed` or `removed`. */
  @Column('text') kind: string;
  /** Lifecycle calls with credentials: unsealed only in memory, at the moment of sending. Events: in the feed. */
  @Column('text', { nullable: true }) sealed_body: string | null;
  /** W3C trace context of what caused the call. */
  @Column('text', { nullable: true }) traceparent: string | null;
  @Column('timestamptz') created_at: Date;
  /** Not before this. */
  @Column('timestamptz') due_at: Date;
}

export const queuedEvents = factView({
  entity: OutgoingCallRow,
  of: feedStream,
  workedOff: true,
  rows: ({ id, data, meta }) => [
    {
      call_id: data.eventId,
      channel: 'event' as const,
      installation_id: id,
      order_key: data.orderKey,
      sequence: String(data.sequence),
      kind: data.eventType,
      traceparent: meta.traceparent ?? null,
      created_at: new Date(data.createdAt),
      due_at: new Date(data.createdAt),
    },
  ],
});

export const queuedLifecycleCalls = factView({
  entity: OutgoingCallRow,
  of: endpointStream,
  workedOff: true,
  rows: (fact) => {
    if (fact.type !== 'LifecycleCallQueued' && fact.type !== 'EndpointRemoved') return [];
    const row = {
      call_id: fact.data.callId,
      channel: 'lifecycle' as const,
      installation_id: fact.id,
      order_key: 'lifecycle',
      sequence: String(fact.version),
      traceparent: fact.meta.traceparent ?? null,
      created_at: new Date(fact.data.at),
      due_at: new Date(fact.data.at),
    };
    return [
      fact.type === 'EndpointRemoved'
        ? { ...row, kind: 'removed' }
        : { ...row, kind: fact.data.event, sealed_body: fact.data.sealedBody },
    ];
  },
});
