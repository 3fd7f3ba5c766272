import type { PluginCredentials } from '@kushk/testing';
import { granted, verdict } from './client.js';
import { pluginApi } from './parties.js';

/** What a plugin could do with a person's handle: status and code of each attempt, and the settings that it read. */
export async function probeHandle(credentials: PluginCredentials, handle: string): Promise<Record<string, string>> {
  const onBehalf = pluginApi(credentials, { 'service-handle': handle });
  const handleAlone = pluginApi({ api_base: credentials.api_base, token: handle });
  const proposal = { external_id: 'x', record_type: 'case', action: 'create', changes: { title: 'x' }, summary: 'x' };
  return {
    people: verdict(await onBehalf.get('/people')),
    record: verdict(await onBehalf.get('/records/invoice/A%2F1')),
    secrets: JSON.stringify(granted(await onBehalf.get('/installation')).settings),
    put: verdict(await onBehalf.put('/records/invoice/A%2F1', { data: { number: 'changed' } })),
    propose: verdict(await onBehalf.post('/proposals', proposal)),
    consume: verdict(
      await onBehalf.post('/wallet/consume', { service: 'ocr.page', count: 1 }).set('idempotency-key', 'inside'),
    ),
    alone: verdict(await handleAlone.get('/people')),
  };
}
