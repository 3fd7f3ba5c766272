import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Users } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button, Code, day, EmptyState, ListPanel, Person, showToast, useRoles, useTexts } from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { PersonDialog } from './person-dialog.js';
import { addMember, membersQuery, removeMember, type Member } from './queries.js';

/** The people who may use the portal of the publisher. */
export function MembersPanel({ publisher }: { readonly publisher: string }): ReactNode {
  const { t, language } = useTexts();
  const isOperator = useRoles().has('operator');
  const query = useInfiniteQuery(membersQuery(publisher));
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Member | null>(null);
  const close = (): void => {
    setAdding(false);
    setRemoved(null);
  };
  const remove = (member: Member): ReactNode =>
    isOperator && (
      <Button
        look="quiet"
        aria-label={t('operator.members.remove.title', { name: member.name })}
        onPress={() => setRemoved(member)}
      >
        {t('operator.remove')}
      </Button>
    );
  return (
    <>
      <ListPanel<Member>
        title={t('operator.members')}
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { key: 'name', title: t('operator.name'), isRowHeader: true, cell: ({ name }) => <Person name={name} /> },
          {
            key: 'subject',
            title: t('operator.subject'),
            wideOnly: true,
            cell: ({ subject }) => (
              <Code soft breaks>
                {subject}
              </Code>
            ),
          },
          {
            key: 'added',
            title: t('operator.added'),
            wideOnly: true,
            cell: ({ added_at }) => day(new Date(added_at), language),
          },
          { key: 'remove', title: t('operator.actions'), atEnd: true, cell: remove },
        ]}
        actions={
          isOperator && (
            <Button onPress={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('operator.members.add')}
            </Button>
          )
        }
        empty={
          <EmptyState icon={<Users />} title={t('operator.members.empty')}>
            {t('operator.members.empty.what')}
          </EmptyState>
        }
      />
      <Dialogs publisher={publisher} isAdding={isAdding} removed={removed} onClose={close} />
    </>
  );
}

interface DialogsProps {
  readonly publisher: string;
  readonly isAdding: boolean;
  readonly removed: Member | null;
  readonly onClose: () => void;
}

function Dialogs({ publisher, isAdding, removed, onClose }: DialogsProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {isAdding && (
        <PersonDialog
          title={t('operator.members.add')}
          text={t('operator.members.add.what')}
          run={(person) => addMember(publisher, person)}
          onClose={onClose}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          title={t('operator.members.remove.title', { name: removed.name })}
          text={t('operator.members.remove.what')}
          action={t('operator.remove')}
          isDanger
          run={() => removeMember(publisher, removed.id)}
          onClose={(isDone) => {
            onClose();
            if (isDone) showToast({ tone: 'good', message: t('operator.members.removed', { name: removed.name }) });
          }}
        />
      )}
    </>
  );
}
