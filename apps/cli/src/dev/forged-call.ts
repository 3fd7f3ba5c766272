/** Sends one event with a wrong signature to the plugin, to see whether it verifies signatures at all. */
import { newCredential, newSigningKey } from '@kushk/credentials';
import { TestInstallation } from '../plugin-test/test-installation.js';

const DEADLINE_MS = 5_000;

/** Null when the plugin gave no answer. The event is a `plugin.ping`, which means nothing. */
export async function rejectsForgedEvent(plugin: {
  readonly baseUrl: string;
  readonly installationId: string;
}): Promise<boolean | null> {
  const forged = new TestInstallation(
    {
      baseUrl: plugin.baseUrl,
      pluginId: '',
      pluginVersion: '0.0.0',
      issuer: { origin: 'http://127.0.0.1', key: newSigningKey() },
      deadlineMs: DEADLINE_MS,
    },
    [],
    {},
  );
  const event = forged.event({ type: 'plugin.ping', data: {}, installation_id: plugin.installationId });
  const { status } = await forged.send(event, {
    secrets: [newCredential('ks')],
    headers: { 'service-installation-id': plugin.installationId },
  });
  if (status === null) return null;
  return status >= 400;
}
