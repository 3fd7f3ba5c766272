/** The releases that the proof `rollout` publishes. */
import { catalogue, review, type Json, type JsonObject } from '@kushk/contracts';
import { eventually } from './delivery-system.js';
import type { requesterOf } from './rollout-instances.js';

export const PLUGIN = 'com.example.rolled';
export const BASE_URL = 'https://plugin.example';
/** The version that is installed, and the one that is rolled out. */
export const VERSIONS = ['1.0.0', '1.1.0'] as const;
const withinMs = 60_000;

export async function publishRelease(
  hub: ReturnType<typeof requesterOf>,
  version: string,
  rollout: Json,
): Promise<void> {
  const manifest: JsonObject = {
    ...{ schema: '1', id: PLUGIN, version, publisher: 'bench', kind: 'external', plugin_api: '1.0' },
    ...{ names: { en: 'Rolled out' }, base_url: BASE_URL },
  };
  await hub(catalogue.submitRelease, { publisher_id: 'bench', manifest, rollout });
  const of = { plugin_id: PLUGIN, version, by: 'rita' };
  const isTaken = await eventually(
    () =>
      hub(review.takeReview, of).then(
        () => true,
        () => false,
      ),
    withinMs,
  );
  if (!isTaken) throw new Error('the release did not reach the review');
  await hub(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: true });
}
