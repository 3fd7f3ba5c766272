import type { ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import { Badge, useTexts, type Texts, type Tone } from '@kushk/ui';

export type ReleaseStatusName = PortalComponents['schemas']['ReleaseSummary']['status'];
export type TierName = NonNullable<PortalComponents['schemas']['ReleaseSummary']['tier']>;

const tones: Readonly<Record<ReleaseStatusName, Tone>> = {
  submitted: 'neutral',
  in_review: 'info',
  approved: 'accent',
  rejected: 'bad',
  published: 'good',
  suspended: 'warn',
  withdrawn: 'neutral',
};

interface Reviewed {
  readonly status: ReleaseStatusName;
  readonly changes_requested_at?: string | null;
}

/** Whether a reviewer has asked for changes in a release that is under review. */
export function hasChangesRequested({ status, changes_requested_at: at }: Reviewed): boolean {
  return typeof at === 'string' && (status === 'submitted' || status === 'in_review');
}

/** The status of a release; for one with `changes_requested_at`, that it waits for the publisher. */
export function ReleaseStatus(release: Reviewed): ReactNode {
  const { t } = useTexts();
  const { status } = release;
  if (hasChangesRequested(release)) return <Badge tone="warn">{t('release.status.changes_requested')}</Badge>;
  return <Badge tone={tones[status]}>{t(`release.status.${status}`)}</Badge>;
}

export function tierText(t: Texts['t'], tier: TierName | ''): string {
  return tier === '' ? t('release.tier.none') : t(`release.tier.${tier}`);
}
