import type { ReactNode } from 'react';
import { Badge, useTexts } from '@kushk/ui';
import type { ListedProposal, Source } from './items.js';

const proposalTones = { pending: 'neutral', applied: 'good', rejected: 'neutral', withdrawn: 'neutral' } as const;

interface ProposalStatusProps {
  readonly status: ListedProposal['status'];
  /** When the change was taken back. The verdict stays. */
  readonly undoneAt?: string | null;
}

export function ProposalStatus({ status, undoneAt = null }: ProposalStatusProps): ReactNode {
  const { t } = useTexts();
  if (undoneAt !== null) return <Badge tone="neutral">{t('inbox.status.undone')}</Badge>;
  return <Badge tone={proposalTones[status]}>{t(`inbox.status.${status}`)}</Badge>;
}

const sourceTones = { pending: 'neutral', accepted: 'good', dismissed: 'neutral' } as const;

export function SourceStatus({ status }: { status: Source['status'] }): ReactNode {
  const { t } = useTexts();
  return <Badge tone={sourceTones[status]}>{t(`inbox.status.${status}`)}</Badge>;
}
