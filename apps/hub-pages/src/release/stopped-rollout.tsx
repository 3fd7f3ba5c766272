import type { ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import { Badge, digits, Notice, useTexts } from '@kushk/ui';

type Texts = ReturnType<typeof useTexts>;
interface Rolled {
  readonly status: PortalComponents['schemas']['ReleaseSummary']['status'];
  readonly rollout: Pick<PortalComponents['schemas']['ReleaseResource']['rollout'], 'state' | 'percent'>;
}

export const percentText = (value: number, ...[t, language]: [Texts['t'], Texts['language']]): string =>
  t('release.rollout.percent', { percent: digits(value, language) });

/** Whether no further installations move to a published release until somebody continues its rollout. */
function isStopped({ status, rollout: { state } }: Rolled): boolean {
  return status === 'published' && (state === 'halted' || state === 'ended');
}

/** Beside the status of a published release: that its rollout stands still, and where. */
export function StoppedRolloutBadge(release: Rolled): ReactNode {
  const { t, language } = useTexts();
  if (!isStopped(release)) return null;
  const percent = percentText(release.rollout.percent, t, language);
  return <Badge tone="warn">{t('release.rollout.stopped.at', { percent })}</Badge>;
}

/** Says on the page of a published release what a stopped rollout means, and who continues it. */
export function StoppedRolloutNotice(release: Rolled): ReactNode {
  const { t, language } = useTexts();
  if (!isStopped(release)) return null;
  const percent = percentText(release.rollout.percent, t, language);
  return (
    <Notice tone="warn" title={t('release.rollout.stopped', { percent })}>
      <p>{t(release.rollout.state === 'ended' ? 'release.rollout.stopped.ended' : 'release.rollout.stopped.halted')}</p>
    </Notice>
  );
}
