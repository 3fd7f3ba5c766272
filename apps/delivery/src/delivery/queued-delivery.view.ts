/**
 * The deliveries that the plugin has not accepted yet, and dead letters. A row is inserted in the transaction of the
 * fact that caused it, and deleted when the plugin returns 2xx. In between only the delivery workers change it. The
 * table is a queue and no projection, so a rebuild of the views does not change it.
 */
import { factView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { endpointStream } from '../endpoint/endpoint.js';
import { feedStream } from '../feed/feed.js';

export type ChannelName = 'event' | 'lifecycle';

@Entity('delivery_queue')
export class QueuedDeliveryRow {
  /** The event id, or the generated id of a lifecycle call. */
  @PrimaryColumn('text') delivery_id: string;
  @Column('text') channel: ChannelName;
  @Column('text') installation_id: string;
  /** The ordering key: deliveries of one installation with the same key are sent one at a time, by `sequence`. */
  @Column('text') order_key: string;
  @Column('bigint') sequence: string;
  /** The event type; `installed` or `removed` for a lifecycle call. */
  @Column('text') kind: string;
  /**
   * The sealed body of a lifecycle call with credentials, decrypted only in memory. Event bodies are stored in the
   * feed.
   */
  @Column('text', { nullable: true }) sealed_body: string | null;
  /** The W3C trace context of the request or fact that caused the delivery. */
  @Column('text', { nullable: true }) traceparent: string | null;
  @Column('timestamptz') created_at: Date;
  /** The delivery is not sent before this time. */
  @Column('timestamptz') due_at: Date;
}

export const queuedEvents = factView({
  entity: QueuedDeliveryRow,
  of: feedStream,
  isQueue: true,
  rows: ({ id, data, meta }) => [
    {
      delivery_id: data.eventId,
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
  entity: QueuedDeliveryRow,
  of: endpointStream,
  isQueue: true,
  rows: (fact) => {
    if (fact.type !== 'LifecycleCallQueued' && fact.type !== 'EndpointRemoved') return [];
    const { deliveryId } = fact.data;
    if (deliveryId === null) return [];
    const row = {
      delivery_id: deliveryId,
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
