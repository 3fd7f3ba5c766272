/**
 * Access codes: how an organisation gets a private plugin. A publisher creates a code and an admin enters it; its
 * instance asks the hub, which counts the uses and learns nothing of the organisation but a random id.
 */
import { decisionRequires, gatewayRequires } from './caller-policy.js';
import type { DsseEnvelope } from './catalogue.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

export interface AccessCodeResource {
  readonly id: string;
  readonly label: string;
  readonly last4: string;
  /** How many organisations may use the code; null for any number. */
  readonly uses: number | null;
  readonly used: number;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly ended_at: string | null;
}

/** One organisation's access to a private plugin. The publisher learns neither the organisation nor its instance. */
export interface AccessResource {
  readonly id: string;
  /** The access code that granted it. */
  readonly code_id: string;
  readonly code_label: string;
  readonly at: string;
  readonly ended_at: string | null;
}

/** The signed statement of the hub is the only content that an instance trusts (`AccessEndStatement`). */
export interface AccessEndedV1 {
  readonly plugin_id: string;
  readonly access_id: string;
  readonly statement: DsseEnvelope;
}

interface OfPlugin {
  readonly publisher_id: string;
  readonly plugin_id: string;
}

export const catalogueAccess = {
  /** `code` is returned once: it is null in an idempotent replay. Rejects with `catalogue.plugin_not_found`. */
  createAccessCode: command<
    OfPlugin & { label: string; uses: number | null; expires_at: string | null; idempotency?: RequestIdempotency },
    AccessCodeResource & { readonly code: string | null }
  >('catalogue', 'access-code.create', decisionRequires('publisher')),
  /** The newest first. */
  listAccessCodes: query<OfPlugin & PageRequest, Page<AccessCodeResource>>('catalogue', 'access-code.list'),
  /** The accesses that the code has granted stay. */
  endAccessCode: command<OfPlugin & { code_id: string; idempotency?: RequestIdempotency }, null>(
    'catalogue',
    'access-code.end',
    decisionRequires('publisher'),
  ),
  /** The accesses that codes have granted, also those that have ended. The newest first. */
  listAccesses: query<OfPlugin & PageRequest, Page<AccessResource>>('catalogue', 'access.list'),
  /** The plugin stays as installed. To end it again changes nothing. Rejects with `access.not_found`. */
  endAccess: command<OfPlugin & { access_id: string; by: string; idempotency?: RequestIdempotency }, null>(
    'catalogue',
    'access.end',
    decisionRequires('publisher'),
  ),
  /** The plugin of a code, also of one that has ended. Rejects with `store.code_unknown`. */
  findAccessCode: query<{ code: string }, { plugin_id: string }>('catalogue', 'access-code.find'),
  /** Rejects with `store.code_unknown`: the code is unknown, ended, expired or used up, or the access has ended. */
  redeemAccessCode: command<{ code: string; access_id: string }, { plugin_id: string }>(
    'catalogue',
    'access-code.redeem',
  ),
};

export const installationAccess = {
  /**
   * Reserves the id under which the hub grants the organisation access to a private plugin; the same one for a repeated
   * request. Rejects with `store.code_attempts_exceeded`.
   */
  requestAccess: command<{ organisation_id: string; plugin_id: string }, { access_id: string }>(
    'installation',
    'access.request',
    gatewayRequires('admin'),
  ),
  /** The hub has granted the access that was requested. `last4`: the end of the access code. */
  grantAccess: command<
    {
      organisation_id: string;
      plugin_id: string;
      access_id: string;
      last4: string;
      by: string;
      idempotency?: RequestIdempotency;
    },
    { plugin_id: string }
  >('installation', 'access.grant', gatewayRequires('admin')),
  /** Counts a wrong access code. Rejects with `store.code_attempts_exceeded` when there were too many. */
  refuseAccessCode: command<{ organisation_id: string }, null>(
    'installation',
    'access.refuse-code',
    gatewayRequires('admin'),
  ),
};
