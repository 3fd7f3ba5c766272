/** A plugin that its publisher no longer recommends (docs/reference/releases.md). */
import { decisionRequires } from './caller-policy.js';
import type { DsseEnvelope } from './catalogue.js';
import { command, type RequestIdempotency } from './messages.js';

export interface Deprecation {
  readonly reason: string;
  /** The id of another plugin of the same publisher; null when there is none. */
  readonly successor: string | null;
  readonly since: string;
}

/** The signed statement of the hub is the only content that an instance trusts (`DeprecationStatement`). */
export interface DeprecationChangedV1 {
  readonly plugin_id: string;
  readonly sequence: number;
  readonly statement: DsseEnvelope;
}

interface OfPublisher {
  readonly publisher_id: string;
  readonly plugin_id: string;
  readonly by: string;
  readonly idempotency?: RequestIdempotency;
}

export const catalogueDeprecations = {
  /**
   * Rejects with `catalogue.plugin_not_found`, and with `catalogue.successor_invalid` for a successor that is no other
   * plugin of the publisher.
   */
  deprecatePlugin: command<OfPublisher & { reason: string; successor: string | null }, Deprecation>(
    'catalogue',
    'deprecation.deprecate-plugin',
    decisionRequires('publisher'),
  ),
  /** Rejects with `catalogue.plugin_not_found`. */
  endDeprecation: command<OfPublisher, null>('catalogue', 'deprecation.end', decisionRequires('publisher')),
};
