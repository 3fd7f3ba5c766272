/** The lifecycle calls of each installation, for the list of deliveries. Their bodies are never shown. */
import { factView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { endpointStream } from '../endpoint/endpoint.js';

@Entity('lifecycle_calls')
export class LifecycleCallRow {
  @PrimaryColumn('text') delivery_id: string;
  @Column('text') installation_id: string;
  /** The version of the fact that caused the call; rises with each call of an installation. */
  @Column('bigint') sequence: string;
  /** `installed` or `removed`. */
  @Column('text') kind: string;
  @Column('timestamptz') created_at: Date;
}

export const lifecycleCalls = factView({
  entity: LifecycleCallRow,
  of: endpointStream,
  rows: (fact) => {
    if (fact.type !== 'LifecycleCallQueued' && fact.type !== 'EndpointRemoved') return [];
    const { deliveryId } = fact.data;
    if (deliveryId === null) return [];
    return [
      {
        delivery_id: deliveryId,
        installation_id: fact.id,
        sequence: String(fact.version),
        kind: fact.type === 'EndpointRemoved' ? 'removed' : fact.data.event,
        created_at: new Date(fact.data.at),
      },
    ];
  },
});
