/** Handles for the pages of plugins, which the shell embeds (docs/reference/wire-formats.md, Handles). */
import { installation, workspace, workspaceRecords, workspaceSessions, type PageSurface } from '@kushk/contracts';
import { bodyOf, problemAt, problemTexts, Refused } from '@kushk/edge';
import type { PersonCaller } from '../authentication/caller.js';
import { routesFor, type Route, type SendRequest } from '../http/route.js';
import { sessionOf } from '../session/session-of.js';
import { HandleBody, type ContextRecordBody } from './handle.dto.js';

const { compositeRoute } = routesFor<PersonCaller>('person', '/instance/v1');

const getPlatformRecord = {
  case: workspaceRecords.getCase,
  document: workspaceRecords.getDocument,
  session: workspaceRecords.getSession,
  calendar_event: workspaceRecords.getCalendarEvent,
  memory: workspaceRecords.getMemory,
};

export const handleRoutes: readonly Route[] = [
  compositeRoute('POST', '/installations/:installation_id/handle', {
    operationId: 'issueHandle',
    summary: "Issue the handle of a plugin's page, which is bound to you, your session and the page's origin",
    body: bodyOf(HandleBody),
    idempotencyKey: 'ignored',
    calls: [
      workspaceSessions.useSession,
      installation.issuePageHandle,
      workspace.getRecord,
      ...Object.values(getPlatformRecord),
    ],
    handle: async ({ caller, params, body }, send) => {
      const page = pageOfBody(body);
      const record = body.record ?? null;
      const ofInstallation = {
        organisation_id: caller.organisation.id,
        installation_id: params['installation_id']!,
      };
      const { reply } = await send(installation.issuePageHandle, {
        ...ofInstallation,
        person_id: caller.person.id,
        session_id: await sessionOf(caller, send),
        page,
        record_type: record?.type ?? null,
      });
      if (record !== null) await confirmVisible(record, { ...ofInstallation, person_id: caller.person.id }, send);
      return { status: 200, body: { handle: reply.handle, expires_in: reply.expires_in_seconds } };
    },
  }),
];

function pageOfBody({ surface, panel = null }: HandleBody): PageSurface {
  switch (surface) {
    case 'app':
      if (panel !== null) throw invalid('/panel', problemTexts.unknownField);
      return { surface };
    case 'panel':
      if (panel === null) throw invalid('/panel', problemTexts.required);
      return { surface, panel };
  }
}

function invalid(path: string, text: Parameters<typeof problemAt>[1]): Refused {
  return Refused.with('request.invalid', { problems: [problemAt(path, text)] });
}

/** Throws `<type>.not_found` unless the person sees the record. Every member sees the records of the plugin. */
async function confirmVisible(
  { type, id }: ContextRecordBody,
  by: { readonly organisation_id: string; readonly installation_id: string; readonly person_id: string },
  send: SendRequest,
): Promise<void> {
  const { organisation_id, installation_id, person_id } = by;
  if (Object.hasOwn(getPlatformRecord, type)) {
    const get = getPlatformRecord[type as keyof typeof getPlatformRecord];
    await send<{ organisation_id: string; person_id: string | null; record_id: string }, unknown>(get, {
      organisation_id,
      person_id,
      record_id: id,
    });
  } else await send(workspace.getRecord, { organisation_id, installation_id, type, external_id: id });
}
