import { useState, type ReactNode } from 'react';
import { Button, DialogActions, ModalDialog, ProblemNotice, useTexts } from '@kushk/ui';
import { RecordField } from '../records/record-field.js';
import { VisibilityField } from '../records/visibility-field.js';
import type { Source } from './items.js';
import { useReviewSource, type Acceptance } from './queries.js';

interface Props {
  readonly source: Source;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks where an accepted source goes: a document into a case or none, a message into a session. */
export function AcceptDialog({ source, isOpen, onClose }: Props): ReactNode {
  const { t } = useTexts();
  return (
    <ModalDialog title={t(`inbox.accept.title.${source.kind}`)} isOpen={isOpen} onClose={onClose}>
      {source.kind === 'document' ? (
        <AcceptDocument source={source} onClose={onClose} />
      ) : (
        <AcceptMessage source={source} onClose={onClose} />
      )}
    </ModalDialog>
  );
}

type FormProps = Omit<Props, 'isOpen'>;

function AcceptDocument({ source, onClose }: FormProps): ReactNode {
  const { t } = useTexts();
  const [caseId, setCase] = useState<string | null>(null);
  const [members, setMembers] = useState<readonly string[] | null>(null);
  const acceptance: Acceptance = {
    member_ids: members === null ? null : [...members],
    ...(caseId !== null && { case_id: caseId }),
  };
  return (
    <>
      <p>{t('inbox.accept.document')}</p>
      <RecordField type="case" label={t('inbox.accept.case')} value={caseId} onChange={setCase} />
      <VisibilityField label={t('records.visible_to')} value={members} onChange={setMembers} />
      <AcceptActions source={source} onClose={onClose} acceptance={acceptance} />
    </>
  );
}

function AcceptMessage({ source, onClose }: FormProps): ReactNode {
  const { t } = useTexts();
  const [sessionId, setSession] = useState<string | null>(null);
  return (
    <>
      <p>{t('inbox.accept.message')}</p>
      <RecordField
        type="session"
        label={t('inbox.accept.session')}
        value={sessionId}
        onChange={setSession}
        isRequired
      />
      <AcceptActions
        source={source}
        onClose={onClose}
        acceptance={sessionId === null ? null : { session_id: sessionId }}
      />
    </>
  );
}

/** `acceptance` is null while something is missing. */
function AcceptActions({ source, onClose, acceptance }: FormProps & { acceptance: Acceptance | null }): ReactNode {
  const { t } = useTexts();
  const review = useReviewSource(source.id);
  const accept = (): void => {
    if (acceptance !== null) review.mutate({ accept: acceptance }, { onSuccess: onClose });
  };
  return (
    <>
      {review.error !== null && <ProblemNotice error={review.error} title={t('inbox.accept.not_done')} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('records.cancel')}
        </Button>
        <Button look="primary" onPress={accept} isPending={review.isPending} isDisabled={acceptance === null}>
          {t('inbox.source.accept')}
        </Button>
      </DialogActions>
    </>
  );
}
