import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Hand, MessageSquareText, ShieldCheck, Undo2, X } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  afterWrite,
  Button,
  digits,
  KeyHint,
  lazyPart,
  showToast,
  useCommands,
  useKeys,
  useRoles,
  useSession,
  useTexts,
  type Command,
} from '@kushk/ui';
import { ReleaseActions } from '../operator/release-actions.js';
import { DecisionProblem } from './decision-problem.js';
import { giveBackReview, takeReview, useRejecter, type Release, type ReleaseKey } from './queries.js';
import type { PendingComments } from './pending-comments.js';
import classes from './decision.module.css';

const ApproveDialog = lazyPart(async () => (await import('./approve-dialog.js')).ApproveDialog);
const RequestChangesDialog = lazyPart(async () => (await import('./request-changes-dialog.js')).RequestChangesDialog);
const RejectDialog = lazyPart(async () => (await import('./reject-dialog.js')).RejectDialog);

/** What a review allows this person to do now. An appeal is not for the reviewer who rejected the release. */
export function useSteps(release: Release): 'take' | 'decide' | 'none' {
  const { person } = useSession();
  const isReviewer = useRoles().has('reviewer');
  const rejecter = useRejecter(release);
  const { status, taken_by } = release;
  if (!isReviewer) return 'none';
  if (status === 'submitted') return 'take';
  if (status !== 'in_review') return 'none';
  // An appeal is in review without a reviewer.
  if (taken_by === null) return rejecter?.subject === person.id ? 'none' : 'take';
  return taken_by.subject === person.id ? 'decide' : 'none';
}

/** Takes a release for review or gives it back. A failure stays visible until the next attempt. */
function useStep(step: (key: ReleaseKey) => Promise<unknown>, key: ReleaseKey) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => step(key),
    // After a refusal as well: it usually means that another reviewer decided first.
    onSettled: (_done, error) =>
      afterWrite(
        error,
        Promise.all([
          queries.invalidateQueries({ queryKey: ['releases', key.plugin, key.version] }),
          queries.invalidateQueries({ queryKey: ['reviews'] }),
        ]),
      ),
  });
}

type OpenDialog = 'approve' | 'reject' | 'changes' | null;

interface DecisionProps {
  readonly release: Release;
  readonly pending: PendingComments;
}

/**
 * The buttons of a release: the reviewer's and the operator's. On a phone they stay at the lower edge. What a person
 * writes in a dialog stays when the release changes meanwhile; the answer to sending it says what has changed.
 */
export function Decision({ release, pending }: DecisionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const roles = useRoles();
  const key = { plugin: release.plugin_id, version: release.version };
  const take = useStep(takeReview, key);
  const giveBack = useStep(giveBackReview, key);
  const [open, setOpen] = useState<OpenDialog>(null);
  const steps = useSteps(release);
  const failed = [take, giveBack].find(({ isError }) => isError);
  const close = (done: 'approved' | 'published' | 'rejected' | 'changes' | null): void => {
    setOpen(null);
    if (done === null) return;
    if (done === 'changes') {
      showToast({ tone: 'good', message: t('review.request.done', { version: release.version }) });
      return;
    }
    const action = { title: t('review.next'), run: () => void navigate({ to: '/review' }) };
    showToast({ tone: 'good', message: t(`review.done.${done}`, { version: release.version }), action });
  };
  return (
    <>
      {failed && (
        <div className={classes.failure}>
          <DecisionProblem error={failed.error} />
        </div>
      )}
      {steps === 'take' && <Take take={take} />}
      {steps === 'decide' && <Decide giveBack={giveBack} pending={pending} onOpen={setOpen} />}
      {roles.has('operator') && <ReleaseActions release={release} isAlone={steps === 'none'} />}
      {open === 'approve' && <ApproveDialog release={release} onClose={close} />}
      {open === 'changes' && <RequestChangesDialog release={release} pending={pending} onClose={close} />}
      {open === 'reject' && <RejectDialog release={release} pending={pending} onClose={close} />}
    </>
  );
}

type Step = ReturnType<typeof useStep>;

const run = (step: Step) => (): void => {
  if (!step.isPending) step.mutate();
};

function Take({ take }: { readonly take: Step }): ReactNode {
  const { t } = useTexts();
  useKeys({ KeyT: run(take) }, { KeyT: t('review.take') });
  useCommands([{ id: 'review.take', title: t('review.take'), run: run(take) }]);
  return (
    <div className={classes.bar}>
      <div className={classes.buttons}>
        <Button look="primary" isPending={take.isPending} onPress={run(take)}>
          <Hand aria-hidden="true" />
          {t('review.take')}
          <KeyHint>T</KeyHint>
        </Button>
      </div>
    </div>
  );
}

interface DecideProps {
  readonly giveBack: Step;
  readonly pending: PendingComments;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function Decide({ giveBack, pending, onOpen }: DecideProps): ReactNode {
  const { t, language } = useTexts();
  const returnIt = run(giveBack);
  const approve = (): void => onOpen('approve');
  const reject = (): void => onOpen('reject');
  const changes = (): void => onOpen('changes');
  const count = pending.comments.length;
  const commands: readonly Command[] = [
    { id: 'review.approve', title: t('review.approve'), run: approve },
    { id: 'review.reject', title: t('review.reject'), run: reject },
    { id: 'review.changes', title: t('review.changes_wanted'), run: changes },
    { id: 'review.give_back', title: t('review.give_back'), run: returnIt },
  ];
  useKeys(
    { KeyA: approve, KeyR: reject, KeyC: changes, KeyB: returnIt },
    {
      KeyA: t('review.approve'),
      KeyR: t('review.reject'),
      KeyC: t('review.changes_wanted'),
      KeyB: t('review.give_back'),
    },
  );
  useCommands(commands);
  return (
    <div className={classes.bar}>
      <div className={classes.buttons}>
        <Button look="quiet" isPending={giveBack.isPending} onPress={returnIt}>
          <Undo2 className="mirrors" aria-hidden="true" />
          {t('review.give_back')}
          <KeyHint>B</KeyHint>
        </Button>
        <Button onPress={changes}>
          <MessageSquareText aria-hidden="true" />
          {count === 0
            ? t('review.changes_wanted')
            : t('review.changes_wanted.count', { count: digits(count, language) })}
          <KeyHint>C</KeyHint>
        </Button>
        <Button look="danger" onPress={reject}>
          <X aria-hidden="true" />
          {t('review.reject')}
          <KeyHint>R</KeyHint>
        </Button>
        <Button look="primary" onPress={approve}>
          <ShieldCheck aria-hidden="true" />
          {t('review.approve')}
          <KeyHint>A</KeyHint>
        </Button>
      </div>
    </div>
  );
}
