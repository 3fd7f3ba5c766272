import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Columns, NoRolePage, Page, PageHead, PagePath, Summaries, useRoles, useSession, useTexts } from '@kushk/ui';
import { SubmissionsSummary, ReleasesSummary } from './changes-summary.js';
import { EndingKeysSummary } from './ending-keys-summary.js';
import { FailingSummary } from './failing-summary.js';
import { WaitingSummary } from './waiting-summary.js';

/**
 * Where people come to after the sign-in: reviewers and operators see what waits, what fails and what changed; each
 * line leads into the list that is filtered by it. Publishers have this page in the portal, billing has the usage.
 */
export function HomePage(): ReactNode {
  const roles = useRoles();
  const [publisher] = useSession().publishers;
  if (roles.has('operator') || roles.has('reviewer')) return <StaffHome isOperator={roles.has('operator')} />;
  if (roles.has('billing')) return <Navigate to="/usage" replace />;
  if (publisher === undefined) return <NoRolePage />;
  return <Navigate to="/portal/$publisher" params={{ publisher: publisher.id }} replace />;
}

function StaffHome({ isOperator }: { readonly isOperator: boolean }): ReactNode {
  const { t } = useTexts();
  return (
    <Summaries>
      <Page>
        <PagePath steps={[t('nav.home')]} />
        <PageHead title={t('nav.home')} />
        <Columns
          aside={
            isOperator ? (
              <>
                <FailingSummary />
                <EndingKeysSummary />
              </>
            ) : (
              <SubmissionsSummary />
            )
          }
        >
          <WaitingSummary isOperator={isOperator} />
        </Columns>
        {isOperator && <ReleasesSummary />}
      </Page>
    </Summaries>
  );
}
