/** The releases that the proof `rollout` publishes. */
import { catalogue, review, type Json, type JsonObject } from '@kushk/contracts';
import { eventually } from './delivery-system.js';
import type { requesterOf } from './rollout-instances.js';

export const PLUGIN = 'com.example.rolled';
export const BASE_URL = 'https://plugin.example';
const withinMs = 60_000;

interface Stages {
  /** Of the publisher; null without any. */
  readonly submitted: Json;
  /** Of the operator, who then publishes the approved release. */
  readonly tightened?: Json;
}

export async function publishRelease(
  hub: ReturnType<typeof requesterOf>,
  version: string,
  { submitted, tightened }: Stages,
): Promise<void> {
  const manifest: JsonObject = {
    ...{ schema: '1', id: PLUGIN, version, publisher: 'bench', kind: 'external', plugin_api: '1.0' },
    ...{ names: { en: 'Rolled out' }, base_url: BASE_URL },
  };
  await hub(catalogue.submitRelease, { publisher_id: 'bench', manifest, rollout: submitted });
  const of = { plugin_id: PLUGIN, version, by: 'rita' };
  await untilAccepted(() => hub(review.takeReview, of));
  await hub(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: tightened === undefined });
  if (tightened === undefined) return;
  await untilAccepted(() => hub(catalogue.publishRelease, { ...of, rollout: tightened }));
}

/** A step is refused until the other service has the fact of the step before. */
async function untilAccepted(step: () => Promise<unknown>): Promise<void> {
  const isAccepted = await eventually(
    () =>
      step().then(
        () => true,
        () => false,
      ),
    withinMs,
  );
  if (!isAccepted) throw new Error('the release did not get through the review');
}
