/** The releases that the proof `rollout` publishes. */
import { catalogue, catalogueReturns, review, reviewReturns, type Json, type JsonObject } from '@kushk/contracts';
import { eventually } from './delivery-system.js';
import type { requesterOf } from './rollout-instances.js';

export const PLUGIN = 'com.example.rolled';
export const BASE_URL = 'https://plugin.example';
/** In the order in which they are published. */
export const VERSIONS = {
  installed: '1.0.0',
  /** Fails every tenth call. */
  failing: '1.1.0',
  rolledOut: '1.2.0',
  /** The operator tightens its stages. */
  narrower: '1.3.0',
  /** Has the content of `rolledOut`. */
  returned: '1.4.0',
} as const;
/** It alone needs no scope, so its installations must consent to the scope when a later version needs it again. */
export const NARROWER = VERSIONS.narrower;
export const SCOPES = { 'cases.read': 'Reads the case' };
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
    ...{ names: { en: 'Rolled out' }, base_url: BASE_URL, scopes: version === NARROWER ? {} : SCOPES },
    settings: { type: 'object', properties: { greeting: { type: 'string' } } },
  };
  await hub(catalogue.submitRelease, { publisher_id: 'bench', manifest, rollout: submitted });
  const of = { plugin_id: PLUGIN, version, by: 'rita' };
  await untilAccepted(() => hub(review.takeReview, of));
  await hub(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: tightened === undefined });
  if (tightened === undefined) return;
  await untilAccepted(() => hub(catalogue.publishRelease, { ...of, rollout: tightened }));
}

/** Sends what the gateway sends for a publisher that returns to the content of `from`. */
export async function returnTo(hub: ReturnType<typeof requesterOf>, from: string, version: string): Promise<void> {
  const request = { publisher_id: 'bench', plugin_id: PLUGIN, from, version, reason: 'The scope is missing' };
  const { manifest, previous } = await hub(catalogueReturns.prepareReturn, request);
  const { approved } = await hub(reviewReturns.approveReturn, { plugin_id: PLUGIN, from, manifest, previous });
  if (approved === null) throw new Error('a reviewer must decide on the return');
  await hub(catalogueReturns.returnRelease, { ...request, approved: { ...approved, previous } });
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
