import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { approval, historyTo, signedStatus, statuses, submitted } from '../../test/example-release.js';
import { approvalOf, releaseSummary, statusSummary, storedSubmission } from './release-resource.js';
import { releaseStream, type KnownRelease, type ReleaseFact } from './release.js';

const after = (...facts: readonly ReleaseFact[]) => fold(releaseStream, facts) as KnownRelease;
const at = '2026-11-20T10:00:00.000Z';

describe('status summary', () => {
  it.each(statuses)('shows the status %s', (status) => {
    expect(statusSummary(after(...historyTo[status]))).toMatchObject({ status });
  });

  it('still shows the review and the publication after a withdrawal', () => {
    const withdrawn = after(...historyTo.suspended, {
      type: 'ReleaseWithdrawn',
      data: { pluginId: 'ir.acme.invoices', version: '1.4.0', reason: 'Obsolete', by: 'olga', at, signedStatus },
    });
    expect(statusSummary(withdrawn)).toEqual({
      status: 'withdrawn',
      status_reason: 'Obsolete',
      tier: 'verified',
      review_notes: 'Well done',
      review_started_at: '2026-11-20T09:00:00.000Z',
      decided_at: '2026-11-20T09:00:00.000Z',
      published_at: '2026-11-20T09:30:00.000Z',
      updated_at: at,
    });
    expect(approvalOf(withdrawn)).toEqual(approval);
  });

  it('has the fields that 0.1.0 did not have only when they have a value, so that a rebuild gives equal rows', () => {
    const status = statusSummary(after(...historyTo.rejected));
    const { summary } = storedSubmission(submitted.data);
    const fields = { changes_requested_at: null, replaces: null, replaced_by: null, appeal: null };
    expect(Object.keys({ ...summary, ...status }).filter((name) => name in fields)).toEqual([]);
    expect(releaseSummary(summary, status)).toMatchObject({ status: 'rejected', ...fields });
  });

  it('shows the reason for a suspension until the release is resumed', () => {
    const resumed: ReleaseFact = { type: 'ReleaseResumed', data: { by: 'olga', at, signedStatus } };
    expect(statusSummary(after(...historyTo.suspended)).status_reason).toBe('Leaks');
    expect(statusSummary(after(...historyTo.suspended, resumed))).toMatchObject({
      status: 'published',
      status_reason: null,
      published_at: '2026-11-20T09:30:00.000Z',
      updated_at: at,
    });
  });
});
