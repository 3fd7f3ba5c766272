import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button, DialogActions, Facts, ModalDialog, ProblemNotice, SkeletonLine, TitleText, useTexts } from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import { caseQuery, eventQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import type { CalendarEvent, Editable } from './record-types.js';

/** One event of the calendar. */
export function EventDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const { typeLabel } = useFieldTexts();
  const [isEdited, edit] = useState(false);
  const { data: event, error, refetch } = useQuery(eventQuery(id));
  if (isEdited && event !== undefined)
    return (
      <RecordDialog type="calendar_event" record={event as unknown as Editable} isOpen onClose={() => edit(false)} />
    );
  return (
    <ModalDialog title={event?.title ?? typeLabel('calendar_event')} isOpen onClose={onClose}>
      {event !== undefined && <EventFacts event={event} />}
      {event === undefined && error === null && <SkeletonLine width="long" />}
      {error !== null && <ProblemNotice error={error} onRetry={() => refetch()} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('close')}
        </Button>
        {event !== undefined && (
          <Button onPress={() => edit(true)}>
            <Pencil aria-hidden="true" />
            {t('records.edit')}
          </Button>
        )}
      </DialogActions>
    </ModalDialog>
  );
}

function EventFacts({ event }: { event: CalendarEvent }): ReactNode {
  const { name, value } = useFieldTexts();
  const facts = (['starts_at', 'ends_at', 'attendee_ids'] as const).map(
    (field) => [name(field), value(field, event[field])] as const,
  );
  return (
    <Facts
      facts={event.case_id === null ? facts : [...facts, [name('case_id'), <CaseOf key="case" id={event.case_id} />]]}
    />
  );
}

function CaseOf({ id }: { id: string }): ReactNode {
  const { data } = useQuery(caseQuery(id));
  return (
    <Link to="/cases/$id" params={{ id }}>
      <TitleText>{data?.title ?? id}</TitleText>
    </Link>
  );
}
