/** What the portal reads and writes of the access to private plugins. */
import { portalApi, resultOf, type PortalComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';

export type AccessCode = PortalComponents['schemas']['AccessCodeResource'];
export interface PluginOfPublisher {
  readonly publisher_id: string;
  readonly plugin_id: string;
}

const CODES = '/portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access-codes';

/** The access codes of a plugin, newest first. */
export const accessCodesQuery = (of: PluginOfPublisher) =>
  pagedQuery(['access_codes', of], (query) => resultOf(portalApi.GET(CODES, { params: { path: { ...of }, query } })));

export const createAccessCode = (of: PluginOfPublisher, body: Pick<AccessCode, 'label' | 'uses' | 'expires_at'>) =>
  resultOf(portalApi.POST(CODES, { params: { path: { ...of } }, body }));

export const endAccessCode = (of: PluginOfPublisher, code_id: string) =>
  resultOf(portalApi.DELETE(`${CODES}/{code_id}`, { params: { path: { ...of, code_id } } }));
