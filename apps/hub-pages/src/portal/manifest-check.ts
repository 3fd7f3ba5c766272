/** The verdict of the service on a manifest, as the editor shows it. */
import { portalApi, ProblemError, resultOf, type PortalComponents } from '@kushk/api-client';
import type { ReportedProblem } from '@kushk/ui/editor';

type Schemas = PortalComponents['schemas'];
export type CapabilityDiff = Schemas['CapabilityDiff'];
export type ReleaseCheck = Schemas['ReleaseCheck'];

export interface Verdict {
  readonly problems: readonly ReportedProblem[];
  /** The difference to the published version; null for a first release and for a manifest that is refused. */
  readonly diff: CapabilityDiff | null;
  /** Empty for a manifest that is refused. */
  readonly checks: readonly ReleaseCheck[];
}

/** Refusals that one member of the manifest causes, and the pointer to it. */
const memberOfRefusal: Readonly<Record<string, string>> = {
  'catalogue.publisher_mismatch': '/publisher',
  'catalogue.plugin_owned_elsewhere': '/id',
  'catalogue.version_exists': '/version',
};

/** Checks a manifest without submitting it. Throws when there is no verdict, such as without a connection. */
export async function checkManifest(publisher_id: string, manifest: unknown, signal: AbortSignal): Promise<Verdict> {
  try {
    const { warnings, checks, diff } = await resultOf(
      portalApi.POST('/portal/v1/publishers/{publisher_id}/checks', {
        params: { path: { publisher_id } },
        body: { manifest: manifest as Record<string, unknown> },
        signal,
      }),
    );
    return { problems: warnings, checks, diff };
  } catch (error) {
    const problems = refusalIn(error);
    if (problems === null) throw error;
    return { problems, checks: [], diff: null };
  }
}

/** The problems of a refused manifest; null for any other error. */
export function refusalIn(error: unknown): readonly ReportedProblem[] | null {
  if (!(error instanceof ProblemError)) return null;
  const { code, title, params } = error.document;
  if (code === 'catalogue.manifest_invalid') {
    const { problems = [], warnings = [] } = params as Partial<Record<string, readonly ReportedProblem[]>>;
    return [...problems, ...warnings];
  }
  const path = memberOfRefusal[code];
  // The title is in the language of the page already.
  return path === undefined ? null : [{ code, severity: 'error', path, message: title, message_fa: title }];
}
