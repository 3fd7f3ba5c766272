import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';

type AuditList = InstanceComponents['schemas']['AuditList'];

export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
  readonly sort?: 'oldest';
}

/** What concerns no organisation. */
export const staffAuditQuery = (filter: AuditFilter) =>
  pagedQuery(['staff', 'audit', filter], async (page, signal) => {
    const read = await resultOf(
      instanceApi.GET('/instance/v1/staff/audit', { params: { query: { ...filter, ...page } }, signal }),
    );
    return read as AuditList;
  });

export const auditQuery = (filter: AuditFilter) =>
  pagedQuery(['audit', 'list', filter], async (page, signal) => {
    const read = await resultOf(
      instanceApi.GET('/instance/v1/audit', { params: { query: { ...filter, ...page } }, signal }),
    );
    // Without a `format` the answer is JSON.
    return read as AuditList;
  });
