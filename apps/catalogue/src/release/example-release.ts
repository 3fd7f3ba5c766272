/** One release led through its whole life: what the specs of this stream begin with. */
import type { DsseEnvelope, ReleaseStatus } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import { pluginStream, type Plugin, type PluginFact } from '../plugin/plugin.js';
import type { ReleaseOfPlugin, SignStatus, StatusChange } from './move-release.js';
import { releaseStream, type FleetNotice, type Release, type ReleaseFact } from './release.js';

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
export const approval: DsseEnvelope = {
  payloadType: 'application/vnd.in-toto+json',
  payload: 'YXBwcm92ZWQ=',
  signatures: [{ keyid: 'reviewers', sig: 'c2ln' }],
};

/** Not a signature: the word itself, so that a spec can read what would have been signed. */
export const sign: SignStatus = (word) => ({ payloadType: 'word', payload: JSON.stringify(word), signatures: [] });

export const change: StatusChange = {
  pluginId: manifest.id,
  version: manifest.version,
  by: 'olga',
  at: '2026-11-20T10:00:00.000Z',
  manifest,
  sign,
};

const digest = `sha256:${'a'.repeat(64)}`;
const notice: FleetNotice = {
  pluginId: manifest.id,
  version: manifest.version,
  pluginApi: '1.0',
  tier: 'verified',
  sequence: 1,
  statement: approval,
  manifest,
  approval,
};
const word = { by: 'rita', at: '2026-11-20T09:00:00.000Z' };

export const submitted: ReleaseFact = {
  type: 'ReleaseSubmitted',
  data: {
    releaseId: 'rel_1',
    publisherId: 'acme',
    pluginId: manifest.id,
    version: manifest.version,
    kind: 'external',
    pluginApi: '1.0',
    names: manifest.names,
    requestedTier: 'verified',
    notes: 'First release',
    warnings: [],
    manifest,
    manifestDigest: digest,
    diff: null,
    at: '2026-11-20T08:00:00.000Z',
  },
};
export const taken: ReleaseFact = { type: 'ReviewStarted', data: { ...word, reviewRevision: 1 } };
export const approved: ReleaseFact = {
  type: 'ReleaseApproved',
  data: { ...word, reviewRevision: 2, tier: 'verified', notes: 'Well done', approval },
};
export const rejected: ReleaseFact = {
  type: 'ReleaseRejected',
  data: { ...word, reviewRevision: 2, notes: 'Asks for too much' },
};
export const published: ReleaseFact = {
  type: 'ReleasePublished',
  data: { by: 'olga', at: '2026-11-20T09:30:00.000Z', notice },
};
export const suspended: ReleaseFact = {
  type: 'ReleaseSuspended',
  data: { reason: 'Leaks', by: 'olga', at: '2026-11-20T09:40:00.000Z', notice },
};
export const withdrawn: ReleaseFact = {
  type: 'ReleaseWithdrawn',
  data: {
    pluginId: manifest.id,
    version: manifest.version,
    reason: 'A mistake',
    by: 'acme',
    at: '2026-11-20T09:50:00.000Z',
    notice: null,
  },
};

/** The facts that bring the release into each status. */
export const wayTo: Readonly<Record<ReleaseStatus, readonly ReleaseFact[]>> = {
  submitted: [submitted],
  in_review: [submitted, taken],
  approved: [submitted, taken, approved],
  rejected: [submitted, taken, rejected],
  published: [submitted, taken, approved, published],
  suspended: [submitted, taken, approved, published, suspended],
  withdrawn: [submitted, withdrawn],
};
export const statuses = Object.keys(wayTo) as ReleaseStatus[];

/** The release and its plugin as they stand in a status; `sequence` counts the statements that the fleet already has. */
export function standingIn(status: ReleaseStatus): ReleaseOfPlugin {
  return {
    release: releaseAfter(wayTo[status]),
    plugin: pluginAfter(status === 'published' ? 1 : status === 'suspended' ? 2 : 0),
  };
}

export function releaseAfter(facts: readonly ReleaseFact[]): Release {
  return fold(releaseStream, facts);
}

function pluginAfter(sequence: number): Plugin {
  const facts: PluginFact[] = [
    { type: 'PluginClaimed', data: { publisherId: 'acme', at: '2026-11-20T08:00:00.000Z' } },
  ];
  if (sequence > 0)
    facts.push({
      type: 'StatementIssued',
      data: {
        sequence,
        version: manifest.version,
        status: sequence === 1 ? 'published' : 'suspended',
        at: '2026-11-20T09:30:00.000Z',
      },
    });
  return fold(pluginStream, facts);
}
