import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { absentRelease, releaseIn, statuses } from '../../../test/example-release.js';
import { completed, haltedBy, rolloutOf, stageReached, started, superseded } from '../../../test/example-rollout.js';
import type { RolloutFact } from '../../rollout/rollout.js';
import { returnRefusal, versionRefusal } from './return-refusal.js';

const target = { publisherId: 'acme', pluginId: 'ir.acme.invoices', from: '1.4.0', version: '2.0.1' };
const versions = { published: ['1.4.0', '2.0.0'], everPublished: ['1.4.0', '2.0.0'] };
const releaseWith = (status: (typeof statuses)[number], ...facts: readonly RolloutFact[]) => ({
  release: given(releaseIn(status)).state.release,
  rollout: given(rolloutOf(facts)).state.rollout,
});
const source = releaseWith('published');

describe('the version of a return', () => {
  it('is accepted when it is higher than every version that was published', () => {
    expect(versionRefusal(target, versions)).toBeNull();
  });

  it.each(['2.0.0', '1.9.9', '1.4.0', '3.0.0-rc.1'])('is rejected when it is %s', (version) => {
    expect(versionRefusal({ ...target, version }, versions)).toMatchObject({
      refusal: { code: 'request.invalid', params: { problems: [{ path: '/version' }] } },
    });
  });

  it('must be higher than a suspended or withdrawn version, which installations still run', () => {
    const withdrawn = { published: ['1.4.0'], everPublished: ['1.4.0', '2.0.0'] };
    expect(versionRefusal({ ...target, version: '1.4.1' }, withdrawn)).toMatchObject({
      refusal: { params: { problems: [{ code: 'version_not_higher', message: expect.stringContaining('2.0.0') }] } },
    });
    expect(versionRefusal(target, withdrawn)).toBeNull();
  });

  it('need not be higher than a pre-release, which installations of the stable channel never run', () => {
    expect(versionRefusal(target, { ...versions, everPublished: ['1.4.0', '3.0.0-beta.1'] })).toBeNull();
  });
});

describe('the earlier version of a return', () => {
  it.each(statuses.filter((status) => status !== 'published'))('is rejected in status %s', (status) => {
    const reason = status === 'suspended' || status === 'withdrawn' ? status : 'never_complete';
    expect(returnRefusal(target, releaseWith(status), versions.published)).toMatchObject({
      refusal: { code: 'release.return_refused', params: { reason, version: '1.4.0' } },
    });
  });

  it('is rejected unless its rollout reached all installations at some time', () => {
    for (const facts of [[started], [started, stageReached(1, 24), haltedBy('publisher')], [started, superseded]])
      expect(returnRefusal(target, releaseWith('published', ...facts), versions.published)).toMatchObject({
        refusal: { code: 'release.return_refused', params: { reason: 'never_complete' } },
      });
    for (const facts of [
      [started, completed],
      [started, stageReached(2, 36), superseded],
    ])
      expect(returnRefusal(target, releaseWith('published', ...facts), versions.published)).toBeNull();
  });

  it('is rejected when it is not among the last five published versions', () => {
    const five = ['1.4.0', '1.5.0', '1.6.0', '1.10.0', '2.0.0', '3.0.0-beta.1', '3.0.0-beta.2'];
    expect(returnRefusal(target, source, five)).toBeNull();
    const six = [...five, '1.9.0'];
    expect(returnRefusal(target, source, six)).toMatchObject({
      refusal: { code: 'release.return_refused', params: { reason: 'too_old' } },
    });
  });

  it('is not found when it is unknown or belongs to another publisher', () => {
    const notFound = { code: 'catalogue.release_not_found', params: { plugin_id: target.pluginId, version: '1.4.0' } };
    const absent = { ...source, release: given(absentRelease).state.release };
    expect(returnRefusal(target, absent, versions.published)).toMatchObject({ refusal: notFound });
    expect(returnRefusal({ ...target, publisherId: 'beta' }, source, versions.published)).toMatchObject({
      refusal: notFound,
    });
  });
});
