import type { ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import { Badge, digits, Notice, useTexts } from '@kushk/ui';

type Texts = ReturnType<typeof useTexts>;
interface Rolled {
  readonly status: PortalComponents['schemas']['ReleaseSummary']['status'];
  /** Null or absent in a list, for a release that is not rolled out in stages. */
  readonly rollout?:
    Pick<PortalComponents['schemas']['ReleaseResource']['rollout'], 'state' | 'percent'> | null | undefined;
}

export const percentText = (value: number, ...[t, language]: [Texts['t'], Texts['language']]): string =>
  t('release.rollout.percent', { percent: digits(value, language) });

/** The rollout of a published release, if no further installations move until it is continued. */
function stoppedRollout({ status, rollout = null }: Rolled): NonNullable<Rolled['rollout']> | null {
  const isStopped = status === 'published' && (rollout?.state === 'halted' || rollout?.state === 'ended');
  return isStopped ? rollout : null;
}

/** Beside the status of a published release: that its rollout stands still, and where. */
export function StoppedRolloutBadge(release: Rolled): ReactNode {
  const { t, language } = useTexts();
  const rollout = stoppedRollout(release);
  if (rollout === null) return null;
  const percent = percentText(rollout.percent, t, language);
  return <Badge tone="warn">{t('release.rollout.stopped.at', { percent })}</Badge>;
}

/** Says on the page of a published release what a stopped rollout means, and who continues it. */
export function StoppedRolloutNotice(release: Rolled): ReactNode {
  const { t, language } = useTexts();
  const rollout = stoppedRollout(release);
  if (rollout === null) return null;
  const percent = percentText(rollout.percent, t, language);
  return (
    <Notice tone="warn" title={t('release.rollout.stopped', { percent })}>
      <p>{t(rollout.state === 'ended' ? 'release.rollout.stopped.ended' : 'release.rollout.stopped.halted')}</p>
    </Notice>
  );
}
