import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SOURCE_MAX_CODE_POINTS } from '@kushk/manifest';
import { portalApi, resultOf } from '@kushk/api-client';
import { Button, DecisionBar, showToast, useTexts, type Texts } from '@kushk/ui';
import { FormProblem } from '../dialogs/form-problem.js';
import { planOf, stagesProblem } from '../release/rollout-plan.js';
import type { Draft } from './draft.js';
import { usePublisher } from './publisher-pages.js';
import { NOTES_MAX, notesLength } from './reviewer-fields.js';
import type { ManifestCheck } from './use-manifest-check.js';

interface SubmissionBarProps {
  readonly draft: Draft;
  /** The version under review that this one replaces. */
  readonly replaces: string | undefined;
  readonly check: ManifestCheck;
  readonly submission: SubmissionMutation;
  /** The JSON Pointers of what the fields of the form show problems of. */
  readonly fields: readonly string[];
}

/** Submits the release, or says why that is not possible yet. */
export function SubmissionBar(props: SubmissionBarProps): ReactNode {
  const { draft, replaces, check, submission, fields } = props;
  const { t } = useTexts();
  const obstacle = obstacleTo(draft, check, t);
  const isRefused = submission.isError && submission.variables.draft === draft;
  return (
    <>
      {submission.isError && <FormProblem title={t('portal.submit.failed')} error={submission.error} fields={fields} />}
      <DecisionBar
        note={
          <span aria-live="polite">
            {obstacle ??
              (isRefused ? t('portal.submit.refused') : t('portal.submit.ready', { count: check.problems.length }))}
          </span>
        }
      >
        <Button
          look="primary"
          isDisabled={obstacle !== null || submission.isPending}
          onPress={() => submission.mutate({ draft, replaces, manifest: check.manifest })}
        >
          {t(submission.isPending ? 'portal.submit.sending' : 'portal.submit.do')}
        </Button>
      </DecisionBar>
    </>
  );
}

/** Why the release cannot be submitted now; null when it can. */
function obstacleTo(draft: Draft, check: ManifestCheck, t: Texts['t']): string | null {
  if (check.isChecking) return t('portal.submit.checking');
  if (check.failure !== null) return t('portal.submit.unchecked');
  if (check.errors > 0) return t('portal.submit.blocked', { count: check.errors });
  if (notesLength(draft.notes) > NOTES_MAX) return t('portal.submit.notes');
  if (planOf(draft) === 'unreadable')
    return t(stagesProblem(draft.stages) === null ? 'release.rollout.halt.form' : 'release.rollout.form');
  return null;
}

interface Submission {
  readonly draft: Draft;
  readonly replaces: string | undefined;
  readonly manifest: unknown;
}

/** The service keeps the text of a manifest up to this length; a longer one is submitted as JSON alone. */
const SOURCE_MAX_CHARACTERS: typeof SOURCE_MAX_CODE_POINTS = 100_000;

function bodyOf({ draft, replaces, manifest }: Submission) {
  const { text, notes, tier } = draft;
  const rollout = planOf(draft);
  return {
    manifest: manifest as Record<string, unknown>,
    notes,
    requested_tier: tier as '' | 'community' | 'verified' | 'private',
    ...(text.length <= SOURCE_MAX_CHARACTERS && { source: text }),
    ...(replaces !== undefined && { replaces }),
    ...(rollout !== null && rollout !== 'unreadable' && { rollout }),
  };
}

type SubmissionMutation = ReturnType<typeof useSubmission>;

/** Sends a submission; `variables` is what was sent last. */
export function useSubmission(onSubmitted: () => void) {
  const { t } = useTexts();
  const publisher = usePublisher();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (submission: Submission) =>
      resultOf(
        portalApi.POST('/portal/v1/publishers/{publisher_id}/releases', {
          params: { path: { publisher_id: publisher.id } },
          body: bodyOf(submission),
        }),
      ),
    onSuccess: async ({ plugin_id, version }) => {
      onSubmitted();
      showToast({ tone: 'good', message: t('portal.submit.done', { version }) });
      void queries.invalidateQueries({ queryKey: ['plugins'] });
      await navigate({
        to: '/portal/$publisher/plugins/$plugin/$version',
        params: { publisher: publisher.id, plugin: plugin_id, version },
      });
    },
  });
}
