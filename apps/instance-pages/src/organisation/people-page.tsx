import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import {
  Badge,
  Button,
  Columns,
  Facts,
  Page,
  PageHead,
  PagePath,
  Panel,
  Person,
  ProblemNotice,
  RowControls,
  RowList,
  RowsSkeleton,
  Select,
  SkeletonLine,
  useTexts,
} from '@kushk/ui';
import { momentWithYear } from '../records/times.js';
import { AddPersonDialog } from './add-person-dialog.js';
import { ConfirmRemoval } from './confirm-removal.js';
import { meQuery, useMe } from './me.js';
import classes from './people-page.module.css';
import { usePeople, type PersonResource } from './people.js';

type Role = PersonResource['role'];

/** The organisation and its people. Admins add people, change their roles and remove them. */
export function PeoplePage(): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const [isOpen, setOpen] = useState(false);
  const add = (
    <Button look="primary" onPress={() => setOpen(true)}>
      <UserPlus aria-hidden="true" />
      {t('organisation.person.add')}
    </Button>
  );
  return (
    <Page>
      <PagePath steps={[t('organisation.title')]} />
      <PageHead
        title={t('organisation.title')}
        {...(!isAdmin && { note: t('organisation.people.admin_only') })}
        {...(isAdmin && { actions: add })}
      />
      <Columns aside={<AboutOrganisation />}>
        <Panel title={t('organisation.people')} flush>
          <PeopleList />
        </Panel>
      </Columns>
      <AddPersonDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Page>
  );
}

function PeopleList(): ReactNode {
  const { t } = useTexts();
  const { personId, isAdmin } = useMe();
  const { data: people, error, refetch } = usePeople();
  if (people === undefined)
    return error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />;
  return (
    <RowList>
      {people.map((person) => (
        <li key={person.id}>
          <span className={classes.who}>
            <Person name={person.name} />
            {person.id === personId && <Badge tone="accent">{t('organisation.person.me')}</Badge>}
          </span>
          {isAdmin ? <PersonControls person={person} /> : <span>{t(`organisation.role.${person.role}`)}</span>}
        </li>
      ))}
    </RowList>
  );
}

function PersonControls({ person }: { person: PersonResource }): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) =>
      resultOf(instanceApi.PATCH('/instance/v1/people/{id}', { params: { path: { id: person.id } }, body: { role } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  return (
    <>
      <RowControls>
        <div className={classes.role}>
          <Select
            label={t('organisation.person.role_of', { name: person.name })}
            isLabelHidden
            value={change.isPending ? change.variables : person.role}
            onChange={(role) => role !== person.role && change.mutate(role as Role)}
            options={(['member', 'admin'] as const).map((role) => ({
              value: role,
              label: t(`organisation.role.${role}`),
            }))}
          />
        </div>
        <RemovePerson person={person} />
      </RowControls>
      {change.error !== null && (
        <div className={classes.problem}>
          <ProblemNotice error={change.error} title={t('organisation.person.not_changed')} />
        </div>
      )}
    </>
  );
}

function RemovePerson({ person: { id, name } }: { person: PersonResource }): ReactNode {
  const { t } = useTexts();
  return (
    <ConfirmRemoval
      label={t('organisation.person.remove')}
      title={t('organisation.person.remove.title', { name })}
      failure={t('organisation.person.not_removed')}
      remove={() => resultOf(instanceApi.DELETE('/instance/v1/people/{id}', { params: { path: { id } } }))}
      list="people"
    >
      {t('organisation.person.remove.what')}
    </ConfirmRemoval>
  );
}

function AboutOrganisation(): ReactNode {
  const { t, language } = useTexts();
  const { data, error } = useQuery(meQuery);
  if (error !== null) return <ProblemNotice error={error} />;
  const skeleton = <SkeletonLine width="middle" />;
  const organisation = data?.organisation;
  return (
    <Panel title={t('organisation.about')}>
      <Facts
        facts={[
          [t('organisation.name'), organisation?.name ?? skeleton],
          [t('organisation.timezone'), organisation?.locale.timezone ?? skeleton],
          [
            t('organisation.created_at'),
            organisation === undefined ? skeleton : momentWithYear(new Date(organisation.created_at), language),
          ],
          [t('organisation.my_role'), data === undefined ? skeleton : t(`organisation.role.${data.person.role}`)],
        ]}
      />
    </Panel>
  );
}
