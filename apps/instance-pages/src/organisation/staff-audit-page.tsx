import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { Page, PageHead, PagePath, useTexts } from '@kushk/ui';
import { AuditExport, AuditFilters, AuditList, filterOf } from './audit-list.js';
import { staffAuditQuery } from './audit-queries.js';
import { STAFF_ACTIONS } from './audit-texts.js';

const route = getRouteApi('/staff/audit');
const PAGE = 200;

const actorsQuery = queryOptions({
  queryKey: ['staff', 'actors'],
  queryFn: async ({ signal }) => {
    const query = { limit: PAGE };
    return (await resultOf(instanceApi.GET('/instance/v1/staff', { params: { query }, signal }))).items;
  },
});

/** What concerns no organisation, such as changes of the staff, for platform admins. */
export function StaffAuditPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: staff = [] } = useQuery(actorsQuery);
  const filter = filterOf(search);
  return (
    <Page width="wide">
      <PagePath steps={[t('organisation.staff_audit')]} />
      <PageHead
        title={t('organisation.staff_audit')}
        note={t('organisation.staff_audit.note')}
        actions={<AuditExport address="/instance/v1/staff/audit" filter={filter} />}
      />
      <AuditFilters
        search={search}
        onChange={(next) => void navigate({ search: next, replace: true })}
        actors={staff}
        actions={STAFF_ACTIONS}
      />
      <AuditList query={useInfiniteQuery(staffAuditQuery(filter))} />
    </Page>
  );
}
