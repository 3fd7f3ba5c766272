/**
 * Creates the facts that a hub publishes: signed status statements about releases that a reviewer approved. The
 * instance pins the keys of the hub and of the reviewer.
 */
import type { JsonObject, ReleaseStatusChangedV1, Tier } from '@kushk/contracts';
import {
  canonicalDigest,
  newSigningKey,
  publicJwk,
  releaseStatement,
  signDsse,
  statusStatement,
  type ReleaseApproval,
} from '@kushk/credentials';

const at = '2026-11-20T08:00:00.000Z';
export const hubKey = newSigningKey();
export const reviewerKey = newSigningKey();
const sign = (key: typeof hubKey, statement: { payloadType: string; payload: Buffer }) =>
  signDsse(key, statement.payloadType, statement.payload);

export const pinnedKeys = {
  keys: [
    { ...publicJwk(hubKey), signs: 'status' },
    { ...publicJwk(reviewerKey), signs: 'approval' },
  ],
};
/** A signing key that the instance does not pin. */
export const untrustedKey = newSigningKey();

export function manifestOf(id: string, version: string, more: JsonObject = {}): JsonObject {
  return {
    schema: '1',
    id,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices' },
    base_url: 'https://plugin.acme.ir',
    scopes: { 'records.own': 'Keeps invoices', 'wallet.consume': 'Sells pages' },
    records: [{ type: 'invoice', names: { en: 'Invoice' }, schema: { type: 'object' } }],
    services: [{ key: 'ocr.page', names: { en: 'Page' }, unit: 'page' }],
    plans: [
      { key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.25' } },
      { key: 'pro', names: { en: 'Pro' }, rates: { 'ocr.page': '0.1' } },
    ],
    tools: [
      {
        name: 'find_invoice',
        description: 'Finds an invoice',
        input_schema: {
          type: 'object',
          properties: { number: { type: 'string' } },
          required: ['number'],
          additionalProperties: false,
        },
      },
    ],
    settings: {
      type: 'object',
      properties: { label: { type: 'string' }, api_key: { type: 'string', format: 'password' } },
      additionalProperties: false,
    },
    ...more,
  };
}

interface StatusChange {
  readonly status: 'published' | 'suspended' | 'withdrawn';
  readonly sequence: number;
  readonly hub?: typeof hubKey;
  readonly reviewer?: typeof hubKey;
  readonly tier?: Tier;
  readonly provenance?: ReleaseApproval['provenance'];
  readonly paced?: true;
  /** When the status was stated. */
  readonly stated?: string;
}

/** The public fact that the hub publishes to change the status of the release with this manifest. */
export function statusChanged(
  manifest: JsonObject,
  {
    status,
    sequence,
    hub = hubKey,
    reviewer = reviewerKey,
    tier = 'verified',
    provenance = null,
    paced,
    stated = at,
  }: StatusChange,
): ReleaseStatusChangedV1 {
  const [plugin_id, version] = [String(manifest['id']), String(manifest['version'])];
  const manifest_digest = canonicalDigest(manifest);
  return {
    plugin_id,
    version,
    status,
    sequence,
    plugin_api: String(manifest['plugin_api']),
    tier,
    manifest,
    statement: sign(
      hub,
      statusStatement({
        plugin_id,
        version,
        status,
        reason: status === 'published' ? null : 'It leaks',
        sequence,
        at: stated,
        manifest_digest,
        ...(paced && { paced }),
      }),
    ),
    approval: sign(
      reviewer,
      releaseStatement({
        plugin_id,
        version,
        manifest_digest,
        image: null,
        tier,
        decided_at: at,
        previous: null,
        provenance,
      }),
    ),
  };
}
