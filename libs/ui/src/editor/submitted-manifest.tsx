import { useMemo, type ReactNode } from 'react';
import { useTexts } from '../language.js';
import { ManifestPanel } from './manifest-panel.js';
import { printManifest, readManifest } from './manifest-text.js';
import { placeProblems, type ReportedProblem } from './place-problems.js';

export interface SubmittedManifestProps {
  /** The text as it was submitted; null when only the JSON is known. */
  readonly source: string | null;
  readonly manifest: unknown;
  readonly problems: readonly ReportedProblem[];
}

/** A submitted manifest with what the checks found at its lines. */
export function SubmittedManifest({ source, manifest, problems }: SubmittedManifestProps): ReactNode {
  const { language } = useTexts();
  const shown = useMemo(() => {
    const text = source ?? printManifest(manifest);
    return { text, problems: placeProblems(problems, readManifest(text), language) };
  }, [source, manifest, problems, language]);
  return <ManifestPanel text={shown.text} problems={shown.problems} />;
}
