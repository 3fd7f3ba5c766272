/** Example histories of a release in every status, shared by the specs. */
import type { DsseEnvelope, ReleaseStatus } from '@kushk/contracts';
import { pluginStream, type PluginFact } from '../src/plugin/plugin.js';
import type { RejectionAppealed } from '../src/release/conversation.js';
import {
  releaseStream,
  type RejectionRecorded,
  type ReleaseFact,
  type ReleaseSubmitted,
  type ReleaseWithdrawn,
  type ReviewStep,
  type SignedStatus,
  type SubmissionDetails,
} from '../src/release/release.js';
import type { SignStatus, StatusChange } from '../src/release/status-change.js';
import { rolloutStream, type RolloutFact } from '../src/rollout/rollout.js';

export const manifest = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.4.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices', fa: 'فاکتورها' },
  base_url: 'https://plugin.acme.ir',
} as const;
export const manifestDigest = `sha256:${'a'.repeat(64)}`;
export const approval: DsseEnvelope = {
  payloadType: 'application/vnd.in-toto+json',
  payload: 'YXBwcm92ZWQ=',
  signatures: [{ keyid: 'reviewers', sig: 'c2ln' }],
};

/** Signs nothing: the payload is the plain statement, so that a spec can read what would be signed. */
export const sign: SignStatus = (statement) => ({
  payloadType: 'statement',
  payload: JSON.stringify(statement),
  signatures: [],
});

export const signRollout: StatusChange['signRollout'] = (statement) => ({
  payloadType: 'rollout',
  payload: JSON.stringify(statement),
  signatures: [],
});

export const change: StatusChange = {
  pluginId: manifest.id,
  version: manifest.version,
  by: 'olga',
  at: '2026-11-20T10:00:00.000Z',
  manifest,
  plan: null,
  sign,
  signRollout,
};

export const signedStatus: SignedStatus = {
  pluginId: manifest.id,
  version: manifest.version,
  pluginApi: '1.0',
  tier: 'verified',
  sequence: 1,
  statement: approval,
  manifest,
  approval,
};
export const step = (reviewRevision: number): ReviewStep => ({
  reviewRevision,
  by: 'rita',
  byName: 'Rita',
  at: '2026-11-20T09:00:00.000Z',
});

export const details: SubmissionDetails = {
  requestedTier: 'verified',
  notes: 'First release',
  source: null,
  warnings: [],
  image: null,
};
export const submitted: ReleaseSubmitted = {
  type: 'ReleaseSubmitted',
  data: {
    ...details,
    releaseId: 'rel_1',
    publisherId: 'acme',
    pluginId: manifest.id,
    version: manifest.version,
    kind: 'external',
    pluginApi: '1.0',
    names: manifest.names,
    manifest,
    manifestDigest,
    diff: null,
    at: '2026-11-20T08:00:00.000Z',
  },
};
export const taken: ReleaseFact = { type: 'ReviewStarted', data: step(1) };
export const approved: ReleaseFact = {
  type: 'ApprovalRecorded',
  data: { ...step(2), tier: 'verified', notes: 'Well done', approval },
};
export const rejected: RejectionRecorded = {
  type: 'RejectionRecorded',
  data: { ...step(2), notes: 'Asks for too much' },
};
export const appealed: RejectionAppealed = {
  type: 'RejectionAppealed',
  data: {
    pluginId: manifest.id,
    version: manifest.version,
    text: 'It needs them',
    by: 'key_1',
    at: '2026-11-21T09:00:00.000Z',
  },
};
export const published: ReleaseFact = {
  type: 'ReleasePublished',
  data: { by: 'olga', at: '2026-11-20T09:30:00.000Z', signedStatus },
};
export const suspended: ReleaseFact = {
  type: 'ReleaseSuspended',
  data: { reason: 'Leaks', by: 'olga', at: '2026-11-20T09:40:00.000Z', signedStatus },
};
export const withdrawn: ReleaseWithdrawn = {
  type: 'ReleaseWithdrawn',
  data: {
    pluginId: manifest.id,
    version: manifest.version,
    reason: 'A mistake',
    by: 'acme',
    at: '2026-11-20T09:50:00.000Z',
    signedStatus: null,
  },
};

/** The facts that lead a release to each status. */
export const historyTo: Readonly<Record<ReleaseStatus, readonly ReleaseFact[]>> = {
  submitted: [submitted],
  in_review: [submitted, taken],
  approved: [submitted, taken, approved],
  rejected: [submitted, taken, rejected],
  published: [submitted, taken, approved, published],
  suspended: [submitted, taken, approved, published, suspended],
  withdrawn: [submitted, withdrawn],
};
export const statuses = Object.keys(historyTo) as ReleaseStatus[];
export const statusesExcept = (...excluded: readonly ReleaseStatus[]): ReleaseStatus[] =>
  statuses.filter((status) => !excluded.includes(status));

/**
 * Returns the facts of a release in this status, and the facts of its plugin, with the statements that the hub has
 * signed so far.
 */
export function releaseIn(status: ReleaseStatus) {
  const sequence = status === 'published' ? 1 : status === 'suspended' ? 2 : 0;
  return {
    release: [releaseStream, ...historyTo[status]] as const,
    plugin: [pluginStream, ...pluginHistory(sequence)] as const,
    rollout: [rolloutStream, ...([] as RolloutFact[])] as const,
    replaced: [releaseStream] as const,
  };
}
export const absentRelease = {
  release: [releaseStream] as const,
  plugin: [pluginStream] as const,
  rollout: [rolloutStream] as const,
  replaced: [releaseStream] as const,
};

function pluginHistory(sequence: number): PluginFact[] {
  const claimed: PluginFact = {
    type: 'PluginClaimed',
    data: { publisherId: 'acme', at: '2026-11-20T08:00:00.000Z' },
  };
  if (sequence === 0) return [claimed];
  const { version } = manifest;
  const status = sequence === 1 ? 'published' : 'suspended';
  return [claimed, { type: 'StatementIssued', data: { sequence, version, status, at: '2026-11-20T09:30:00.000Z' } }];
}
