import type { BrokerConnection } from '@kushk/broker';
import { jetstream } from '@nats-io/jetstream';

/** Publishes a message to its JetStream stream. Returns false when the stream has stored this event id before. */
export async function publishOnce(
  connection: BrokerConnection,
  { subject, body, eventId }: { readonly subject: string; readonly body: string; readonly eventId: string },
): Promise<boolean> {
  return !(await jetstream(connection.nats).publish(subject, body, { msgID: eventId })).duplicate;
}
