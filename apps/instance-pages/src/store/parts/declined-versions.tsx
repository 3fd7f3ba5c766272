import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { Button, day, Notice, ProblemNotice, useTexts } from '@kushk/ui';
import { useMe } from '../../organisation/me.js';
import { usePersonName } from '../../organisation/people.js';
import type { ChangedInstallation } from '../queries.js';

type Declined = ChangedInstallation['versions_declined'][number];

interface DeclinedVersionsProps {
  readonly installation: Pick<ChangedInstallation, 'installation_id' | 'version' | 'versions_declined'>;
}

/** The versions above the installed one that an admin declined, with who and when, and the way back to each. */
export function DeclinedVersions({ installation }: DeclinedVersionsProps): ReactNode {
  const { installation_id: id, version: installed, versions_declined } = installation;
  return versions_declined
    .toReversed()
    .map((declined) => <DeclinedVersion key={declined.version} {...{ id, installed, declined }} />);
}

function DeclinedVersion({
  id,
  installed,
  declined,
}: {
  id: string;
  installed: string;
  declined: Declined;
}): ReactNode {
  const { t, language } = useTexts();
  const { isAdmin } = useMe();
  const personName = usePersonName();
  const reopen = useReopen(id, declined.version);
  const { version, by, at } = declined;
  const name = personName(by);
  const date = at === null ? null : day(new Date(at), language);
  const title =
    date === null
      ? t('store.declined', { version })
      : name === null
        ? t('store.declined.on', { version, date })
        : t('store.declined.by', { version, name, date });
  return (
    <Notice
      tone="neutral"
      title={title}
      actions={
        isAdmin && (
          <Button isPending={reopen.isPending} onPress={() => reopen.mutate()}>
            {t('store.declined.reopen')}
          </Button>
        )
      }
    >
      <p>{t('store.declined.what', { version: installed })}</p>
      {reopen.error !== null && <ProblemNotice error={reopen.error} title={t('store.declined.failed')} />}
    </Notice>
  );
}

/** Offers the version again, and opens what it changes. */
function useReopen(id: string, version: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/update/reopen', {
          params: { path: { installation_id: id } },
          body: { version },
        }),
      ),
    onSettled: () =>
      Promise.all(([['installations'], ['store']] as const).map((queryKey) => queries.invalidateQueries({ queryKey }))),
    onSuccess: () => navigate({ to: '/installations/$id/update', params: { id } }),
  });
}
