import { useMemo, type ReactNode } from 'react';
import { printManifest } from '@kushk/ui/editor';
import { newManifestText, nextManifestText } from './first-text.js';
import { usePublisher } from './publisher-pages.js';
import { SubmissionForm } from './submission-form.js';

export interface SubmissionProps {
  /** The plugin whose next release this is; undefined for a new plugin. */
  readonly plugin: string | undefined;
  /** Its newest release, with whose manifest the next one begins. */
  readonly newest: { readonly source: string | null; readonly manifest: unknown; readonly version: string } | null;
}

/** The form of a submission with the text that it begins with. */
export function Submission({ plugin, newest }: SubmissionProps): ReactNode {
  const publisher = usePublisher();
  const text = useMemo(
    () =>
      newest === null
        ? newManifestText(publisher.id)
        : nextManifestText(newest.source ?? printManifest(newest.manifest), newest.version),
    // The first text stays while the person writes, whatever is read again meanwhile.
    [publisher.id, plugin],
  );
  return <SubmissionForm firstText={text} plugin={plugin} />;
}
