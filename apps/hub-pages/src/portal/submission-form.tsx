import { useMemo, useState, type ReactNode } from 'react';
import {
  Columns,
  Notice,
  Button,
  fieldProblemsOf,
  Panel,
  ProblemNotice,
  showToast,
  useTexts,
  type FieldProblems,
} from '@kushk/ui';
import { ManifestPanel } from '@kushk/ui/editor';
import { NO_PLAN } from '../release/rollout-plan.js';
import { discardDraft, readDraft, useStoredDraft, type Draft } from './draft.js';
import { usePublisher } from './publisher-pages.js';
import { readManifestFile } from './read-manifest-file.js';
import { ReviewerFields } from './reviewer-fields.js';
import { SubmissionBar, useSubmission } from './submission-bar.js';
import { SubmissionChanges } from './submission-changes.js';
import { SubmissionHead } from './submission-head.js';
import { useManifestCheck } from './use-manifest-check.js';

interface SubmissionFormProps {
  readonly firstText: string;
  /** The id of the plugin that gets another release; undefined for a new plugin. */
  readonly plugin: string | undefined;
  /** The version under review that the new one replaces. */
  readonly replaces: string | undefined;
  /** The tier that is chosen first. */
  readonly firstTier: string;
}

/** The fields beside the manifest, as the request has them. */
const FIELDS = ['/requested_tier', '/notes', '/rollout'] as const;

function isAsSent(path: string, now: Draft, sent: Draft | undefined): boolean {
  if (sent === undefined) return false;
  if (path === '/notes') return now.notes === sent.notes;
  if (path === '/requested_tier') return now.tier === sent.tier;
  return now.stages === sent.stages && now.halt === sent.halt;
}

/** The manifest with its problems, what it changes, and what the reviewer should know. */
export function SubmissionForm({ firstText, plugin, replaces, firstTier }: SubmissionFormProps): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const stored = useMemo(() => readDraft(publisher.id, plugin), [publisher.id, plugin]);
  const first: Draft = { text: firstText, notes: '', tier: firstTier, ...NO_PLAN };
  const [draft, setDraft] = useState<Draft>(stored ?? first);
  // The editor takes a text from outside only with a new revision.
  const [replaced, setReplaced] = useState({ text: draft.text, revision: 0 });
  const [isRestored, setRestored] = useState(stored !== null && stored.text !== firstText);
  const check = useManifestCheck(publisher.id, draft.text);
  const isChanged =
    [draft.notes, draft.stages].some((text) => text !== '') || draft.text !== firstText || draft.tier !== firstTier;
  useStoredDraft(publisher.id, plugin, isChanged ? draft : null);

  const submission = useSubmission(() => discardDraft(publisher.id, plugin));
  const problems = fieldProblemsOf(submission.error, language);
  // What was changed since is not what the service speaks about.
  const problemsAt: FieldProblems['at'] = (path) =>
    isAsSent(path, draft, submission.variables?.draft) ? problems.at(path) : [];

  const replace = (text: string): void => {
    setDraft((now) => ({ ...now, text }));
    setReplaced(({ revision }) => ({ text, revision: revision + 1 }));
  };
  const takeFile = async (file: File): Promise<void> => {
    const read = await readManifestFile(file);
    if ('text' in read) replace(read.text);
    else showToast({ tone: 'bad', message: t(read.problem) });
  };
  const startAgain = (): void => {
    discardDraft(publisher.id, plugin);
    setDraft(first);
    setReplaced(({ revision }) => ({ text: firstText, revision: revision + 1 }));
    setRestored(false);
  };

  return (
    <>
      <SubmissionHead manifest={check.manifest} onFile={(file) => void takeFile(file)} />
      {replaces !== undefined && <Notice tone="info" title={t('portal.replacing', { version: replaces })} />}
      {isRestored && (
        <Notice
          tone="info"
          title={t('portal.draft')}
          actions={<Button onPress={startAgain}>{t('portal.draft.discard')}</Button>}
        />
      )}
      <Panel title={t('portal.manifest')} note={t('portal.manifest.checked')} flush>
        <ManifestPanel
          text={replaced.text}
          revision={replaced.revision}
          problems={check.problems}
          isChecking={check.isChecking}
          onChange={(text) => setDraft((now) => ({ ...now, text }))}
          onDrop={(file) => void takeFile(file)}
        />
      </Panel>
      {check.failure !== null && (
        <ProblemNotice title={t('portal.check.failed')} error={check.failure} onRetry={check.retry} />
      )}
      <Columns
        aside={<ReviewerFields draft={draft} manifest={check.manifest} onChange={setDraft} problemsAt={problemsAt} />}
      >
        <SubmissionChanges check={check} />
      </Columns>
      <SubmissionBar draft={draft} replaces={replaces} check={check} submission={submission} fields={FIELDS} />
    </>
  );
}
