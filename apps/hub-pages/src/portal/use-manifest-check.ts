import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '@kushk/ui';
import { placeProblems, placeTextProblems, readManifest, type PlacedProblem } from '@kushk/ui/editor';
import { checkManifest, type CapabilityDiff, type ReleaseCheck } from './manifest-check.js';

/** The text is checked after a pause of this length. */
const PAUSE_MS = 400;

export interface ManifestCheck {
  /** The manifest as JSON; undefined while the text is no YAML. */
  readonly manifest: unknown;
  readonly problems: readonly PlacedProblem[];
  readonly errors: number;
  /** Whether the verdict is about an older text. */
  readonly isChecking: boolean;
  readonly diff: CapabilityDiff | null;
  readonly checks: readonly ReleaseCheck[];
  /** Why there is no verdict; null when there is one. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/**
 * Checks the text of a manifest shortly after the last change. A verdict belongs to its text, so a late one of an older
 * text is never shown for a newer one.
 */
export function useManifestCheck(publisher: string, text: string): ManifestCheck {
  const { t, language } = useTexts();
  const settled = useSettled(text);
  const read = useMemo(() => readManifest(settled), [settled]);
  const isReadable = read.problems.length === 0;
  const query = useQuery({
    queryKey: ['checks', publisher, settled],
    queryFn: ({ signal }) => checkManifest(publisher, read.value, signal),
    enabled: isReadable,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const verdict = isReadable ? query.data : undefined;
  const problems = useMemo(
    () => (isReadable ? placeProblems(verdict?.problems ?? [], read, language) : placeTextProblems(read.problems, t)),
    [isReadable, verdict, read, language, t],
  );
  return {
    manifest: read.value,
    problems,
    errors: problems.filter(({ severity }) => severity === 'error').length,
    isChecking: text !== settled || (isReadable && query.isFetching),
    diff: verdict?.diff ?? null,
    checks: verdict?.checks ?? [],
    failure: isReadable ? query.error : null,
    retry: () => void query.refetch(),
  };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
