import { useMemo, type ReactNode } from 'react';
import { useTexts } from '../language.js';
import { ManifestPanel } from './manifest-panel.js';
import { printManifest, readManifest } from './manifest-text.js';
import { placeProblems, type ReportedProblem } from './place-problems.js';

/** What somebody has said about a member of the manifest. */
export interface ManifestComment {
  readonly path: string;
  readonly text: string;
}
export interface SubmittedManifestProps {
  /** The text as it was submitted; null when only the JSON is known. */
  readonly source: string | null;
  readonly manifest: unknown;
  readonly problems: readonly ReportedProblem[];
  readonly comments?: readonly ManifestComment[];
  /** Gets the JSON Pointer and the number of the line that the person wants to comment on. */
  readonly onComment?: (path: string, line: number) => void;
}

/** A submitted manifest with what the checks found, and what people say, at its lines. */
export function SubmittedManifest(props: SubmittedManifestProps): ReactNode {
  const { source, manifest, problems, comments, onComment } = props;
  const { language } = useTexts();
  const shown = useMemo(() => {
    const text = source ?? printManifest(manifest);
    const read = readManifest(text);
    const placed = (comments ?? []).map(({ path, text: message }) => ({
      code: 'comment',
      severity: 'info' as const,
      path,
      message,
      ...read.placeOf(path),
    }));
    return { text, read, comments: placed, problems: placeProblems(problems, read, language) };
  }, [source, manifest, problems, comments, language]);
  return (
    <ManifestPanel
      text={shown.text}
      problems={shown.problems}
      comments={shown.comments}
      {...(onComment !== undefined && { onComment: (line) => onComment(shown.read.pointerAt(line), line) })}
    />
  );
}
