/** What the portal reads and writes of the access to private plugins. */
import { portalApi, resultOf, type PortalComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';

export type AccessCode = PortalComponents['schemas']['AccessCodeResource'];
export type Access = PortalComponents['schemas']['AccessResource'];
export interface PluginOfPublisher {
  readonly publisher_id: string;
  readonly plugin_id: string;
}

const ACCESSES = '/portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access';
const CODES = '/portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access-codes';

/** The access codes of a plugin, newest first. */
export const accessCodesQuery = (of: PluginOfPublisher) =>
  pagedQuery(['access_codes', of], (query) => resultOf(portalApi.GET(CODES, { params: { path: { ...of }, query } })));

export const createAccessCode = (of: PluginOfPublisher, body: Pick<AccessCode, 'label' | 'uses' | 'expires_at'>) =>
  resultOf(portalApi.POST(CODES, { params: { path: { ...of } }, body }));

export const endAccessCode = (of: PluginOfPublisher, code_id: string) =>
  resultOf(portalApi.DELETE(`${CODES}/{code_id}`, { params: { path: { ...of, code_id } } }));

/** The accesses that the codes of a plugin have granted, newest first. */
export const accessesQuery = (of: PluginOfPublisher) =>
  pagedQuery(['access_codes', of, 'accesses'], (query) =>
    resultOf(portalApi.GET(ACCESSES, { params: { path: { ...of }, query } })),
  );

export const endAccess = (of: PluginOfPublisher, access_id: string) =>
  resultOf(portalApi.DELETE(`${ACCESSES}/{access_id}`, { params: { path: { ...of, access_id } } }));
