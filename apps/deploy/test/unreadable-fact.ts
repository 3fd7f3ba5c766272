import { BrokerConnection, createStreams, JetStreamFactStream } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { jetstreamManager } from '@nats-io/jetstream';

/** Publishes a fact without the fields that the wallet reads, and returns its event id. */
export async function publishUnreadableFact(natsUrl: string, scope: string): Promise<string> {
  const connection = await BrokerConnection.connect(natsUrl, 'kushk-deploy-spec');
  await createStreams({ url: natsUrl, scope, services: ['installation', 'wallet'] });
  const manager = await jetstreamManager(connection.nats, { checkAPI: false });
  const stream = new JetStreamFactStream(connection, manager, { scope, service: 'installation' });
  const eventId = newId('evt');
  const headers = { [factHeaders.stream]: 'installation-ins_1', [factHeaders.at]: new Date().toISOString() };
  const { subject } = installationFacts.installationRequested;
  await stream.publish([{ subject: `${scope}.${subject}.ins-1`, eventId, body: '{}', headers }], 0);
  await connection.close();
  return eventId;
}
