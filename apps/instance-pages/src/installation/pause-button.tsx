import { Pause, Play } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Button, Dialog, DialogActions, ProblemNotice, showToast, useTexts } from '@kushk/ui';
import { usePause, type Installation } from './queries.js';

/** Pauses an installation, or resumes a paused one. */
export function PauseButton({
  installation: { installation_id: id, status },
}: {
  installation: Installation;
}): ReactNode {
  if (status === 'paused') return <Resume id={id} />;
  return status === 'installed' || status === 'consent_pending' ? <PauseDialog id={id} /> : null;
}

/** A write of its own: while the pause still reads its lists again, a person may resume already. */
function Resume({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const resume = usePause(id);
  return (
    <>
      {resume.error && <ProblemNotice error={resume.error} />}
      <Button
        look="primary"
        isPending={resume.isPending}
        onPress={() =>
          resume.mutate(false, {
            onSuccess: () => showToast({ tone: 'neutral', message: t('installation.pause_ended') }),
          })
        }
      >
        <Play className="mirrors" aria-hidden="true" />
        {t('installation.resume')}
      </Button>
    </>
  );
}

function PauseDialog({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const pause = usePause(id);
  return (
    <Dialog
      title={t('installation.pause.title')}
      isAlert
      opener={
        <Button>
          <Pause aria-hidden="true" />
          {t('installation.pause')}
        </Button>
      }
    >
      {(close) => (
        <>
          <p>{t('installation.pause.what')}</p>
          {pause.error && <ProblemNotice error={pause.error} />}
          <DialogActions>
            <Button look="quiet" onPress={close}>
              {t('installation.cancel')}
            </Button>
            <Button look="primary" isPending={pause.isPending} onPress={() => pause.mutate(true, { onSuccess: close })}>
              {t('installation.pause')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
