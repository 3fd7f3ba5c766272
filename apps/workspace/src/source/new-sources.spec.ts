import { describe, expect, it } from '@jest/globals';
import { added, at, removed } from '../../test/example-installation.js';
import { installationStream, type InstallationFact } from '../installation/installation.js';
import { fold } from '@kushk/decider';
import { NewSources } from './new-sources.js';

const declares = (sources: readonly string[]): InstallationFact => ({
  type: 'CapabilitiesChanged',
  data: { capabilities: { records: [], proposals: [], sources }, at },
});
const stated = {
  installation_id: 'ins_1',
  organisation_id: 'org_1',
  person_id: null,
  external_id: 'scan-7',
  kind: 'document',
  title: 'فاکتور',
  content_type: 'application/pdf',
  digest: 'a'.repeat(64),
  size: 1,
  occurred_at: '2026-11-20T11:30:00+03:30',
} as const;

/** The code of the refusal, or the paths of its problems, or the source in UTC. */
async function validated(facts: readonly InstallationFact[], over: object = {}) {
  const load = () => Promise.resolve({ state: fold(installationStream, facts), version: 1 });
  const decision = await new NewSources({ load } as never, {} as never).validate({ ...stated, ...over });
  if (decision.accepted) return decision.reply.occurredAt;
  const { code, params } = decision.refusal;
  const problems = params['problems'] as readonly { readonly path: string }[] | undefined;
  return problems === undefined ? code : problems.map(({ path }) => path);
}

describe('NewSources', () => {
  it('accepts the kinds that the manifest declares, while the plugin is installed', async () => {
    expect(await validated([added, declares(['document'])])).toBe('2026-11-20T08:00:00.000Z');
    expect(await validated([added, declares(['message'])])).toBe('auth.scope_missing');
    expect(await validated([added, declares(['document']), removed])).toBe('installation.not_found');
    expect(await validated([])).toBe('installation.not_found');
  });

  it('refuses titles that could show another text than they are, and times without an offset', async () => {
    const facts = [added, declares(['document'])];
    expect(await validated(facts, { title: 'gpj.\u202Eexe', occurred_at: '2026-11-20T11:30:00' })).toEqual([
      '/title',
      '/occurred_at',
    ]);
    expect(await validated(facts, { occurred_at: '2026-02-31T11:30:00Z' })).toEqual(['/occurred_at']);
    expect(await validated(facts, { external_id: 'x'.repeat(201) })).toEqual(['/external_id']);
  });
});
