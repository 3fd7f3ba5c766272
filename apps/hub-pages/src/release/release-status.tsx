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
export function ReleaseStatus({ status }: { readonly status: ReleaseStatusName }): ReactNode {
  const { t } = useTexts();
  return <Badge tone={tones[status]}>{t(`release.status.${status}`)}</Badge>;
}

export function tierText(t: Texts['t'], tier: TierName | ''): string {
  return tier === '' ? t('release.tier.none') : t(`release.tier.${tier}`);
}
