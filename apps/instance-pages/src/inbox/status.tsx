import type { ReactNode } from 'react';
import { Badge, useTexts } from '@kushk/ui';
import type { ListedProposal, Source } from './items.js';

const proposalTones = { pending: 'neutral', applied: 'good', rejected: 'neutral', withdrawn: 'neutral' } as const;

export function ProposalStatus({ status }: { status: ListedProposal['status'] }): ReactNode {
  const { t } = useTexts();
  return <Badge tone={proposalTones[status]}>{t(`inbox.status.${status}`)}</Badge>;
}

const sourceTones = { pending: 'neutral', accepted: 'good', dismissed: 'neutral' } as const;

export function SourceStatus({ status }: { status: Source['status'] }): ReactNode {
  const { t } = useTexts();
  return <Badge tone={sourceTones[status]}>{t(`inbox.status.${status}`)}</Badge>;
}
