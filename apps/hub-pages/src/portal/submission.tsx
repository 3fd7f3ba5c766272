import { useState, type ReactNode } from 'react';
import { printManifest } from '@kushk/ui/editor';
import { newManifestText, nextManifestText } from './first-text.js';
import { usePublisher } from './publisher-pages.js';
import { SubmissionForm } from './submission-form.js';

export interface SubmissionProps {
  /** The id of the plugin that gets another release; undefined for a new plugin. */
  readonly plugin: string | undefined;
  /** The version under review that the new one replaces. */
  readonly replaces?: string | undefined;
  /** The newest release of the plugin: its manifest is the first text. */
  readonly newest: {
    readonly source: string | null;
    readonly manifest: unknown;
    readonly version: string;
    /** The tier that it requested. */
    readonly tier: string;
  } | null;
}

/** The form of a submission with the text that it begins with. */
export function Submission({ plugin, newest, replaces }: SubmissionProps): ReactNode {
  const publisher = usePublisher();
  // The first text stays while the person writes, whatever is read again meanwhile.
  const [text] = useState(() =>
    newest === null
      ? newManifestText(publisher.id)
      : nextManifestText(newest.source ?? printManifest(newest.manifest), newest.version),
  );
  return <SubmissionForm firstText={text} plugin={plugin} replaces={replaces} firstTier={newest?.tier ?? ''} />;
}
