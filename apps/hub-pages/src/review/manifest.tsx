import { useMemo, useState, type ReactNode } from 'react';
import { Code, lazyPart, ManifestView, Panel, useTexts } from '@kushk/ui';
import type { PendingComments } from './pending-comments.js';
import type { Release } from './queries.js';

const LineCommentDialog = lazyPart(async () => (await import('./line-comment-dialog.js')).LineCommentDialog);

const DIGEST_SHOWN_CHARACTERS = 19;

interface ManifestProps {
  readonly release: Release;
  readonly pending: PendingComments;
  /** Whether this person may comment on lines now. */
  readonly mayComment: boolean;
}

/** The manifest as it was submitted, with what the checks found and what was said at its lines. */
export function Manifest({ release, pending, mayComment }: ManifestProps): ReactNode {
  const { t } = useTexts();
  const [place, setPlace] = useState<{ readonly path: string; readonly line: number } | null>(null);
  const { manifest, source, warnings, comments, manifest_digest } = release;
  const waiting = pending.comments;
  const shown = useMemo(() => [...comments.filter((one) => one.path !== ''), ...waiting], [comments, waiting]);
  return (
    <Panel
      title={t('review.manifest')}
      note={
        <>
          <Code soft>{`${manifest_digest.slice(0, DIGEST_SHOWN_CHARACTERS)}…`}</Code>{' '}
          {source === null && t('review.manifest.printed')}
        </>
      }
      flush
    >
      <ManifestView
        source={source}
        manifest={manifest}
        problems={warnings}
        comments={shown}
        {...(mayComment && { onComment: (path: string, line: number) => setPlace({ path, line }) })}
      />
      {place !== null && (
        <LineCommentDialog
          release={release}
          {...place}
          onClose={(comment) => {
            setPlace(null);
            if (comment !== null) pending.add(comment);
          }}
        />
      )}
    </Panel>
  );
}
