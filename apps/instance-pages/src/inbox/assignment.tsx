import type { ReactNode } from 'react';
import { ProblemNotice, Select, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { usePeople } from '../organisation/people.js';
import classes from './assignment.module.css';
import { useAssign, type ListedProposal } from './queries.js';

const NOBODY = 'nobody';

/** Who looks at a proposal. Everybody who sees it may still settle it. */
export function Assignment({ proposal }: { proposal: ListedProposal }): ReactNode {
  const { t } = useTexts();
  const { personId } = useMe();
  const { data: people = [] } = usePeople();
  const assign = useAssign(proposal.id);
  const shown = assign.isPending ? assign.variables : proposal.assignee_id;
  const options = [
    { value: NOBODY, label: t('inbox.assigned.nobody') },
    ...people
      .toSorted((left, right) => Number(right.id === personId) - Number(left.id === personId))
      .map(({ id, name }) => ({ value: id, label: id === personId ? t('inbox.assigned.me', { name }) : name })),
  ];
  return (
    <>
      <div className={classes.assignment}>
        <Select
          label={t('inbox.assigned')}
          value={shown ?? NOBODY}
          onChange={(value) => assign.mutate(value === NOBODY ? null : value)}
          options={options}
        />
      </div>
      {assign.error !== null && <ProblemNotice error={assign.error} title={t('inbox.not_assigned')} />}
    </>
  );
}
