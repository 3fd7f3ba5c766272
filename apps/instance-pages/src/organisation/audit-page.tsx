import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import { Page, PageHead, PagePath, useTexts } from '@kushk/ui';
import { AdminsOnly } from './admins-only.js';
import { AuditExport, AuditFilters, AuditList, filterOf } from './audit-list.js';
import { auditQuery } from './audit-queries.js';
import { ORGANISATION_ACTIONS } from './audit-texts.js';
import { useMe } from './me.js';
import { usePeople } from './people.js';

const route = getRouteApi('/audit');

/** Who did what in the organisation, for admins. */
export function AuditPage(): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: people = [] } = usePeople();
  const filter = filterOf(search);
  const entries = useInfiniteQuery({ ...auditQuery(filter), enabled: isAdmin });
  const organisation = currentOrganisation();
  const address = `/instance/v1/audit${organisation === null ? '' : `?organisation=${organisation}`}`;
  return (
    <Page width="wide">
      <PagePath steps={[t('organisation.audit')]} />
      <PageHead
        title={t('organisation.audit')}
        note={t('organisation.audit.note')}
        {...(isAdmin && { actions: <AuditExport address={address} filter={filter} /> })}
      />
      {isAdmin ? (
        <>
          <AuditFilters
            search={search}
            onChange={(next) => void navigate({ search: next, replace: true })}
            actors={people}
            actions={ORGANISATION_ACTIONS}
          />
          <AuditList query={entries} />
        </>
      ) : (
        <AdminsOnly />
      )}
    </Page>
  );
}
