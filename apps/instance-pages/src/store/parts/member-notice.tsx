import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice, useTexts } from '@kushk/ui';
import { adminsQuery } from '../queries.js';

const MOST_NAMES = 5;

/** Why a member cannot do what the page offers, and who can. */
export function MemberNotice({ title }: { title: string }): ReactNode {
  const { t, locale } = useTexts();
  const admins = useQuery(adminsQuery);
  const names = (admins.data ?? []).slice(0, MOST_NAMES).map(({ name }) => name);
  return (
    <Notice tone="info" title={title}>
      <p>
        {names.length === 0
          ? t('store.member.request')
          : t('store.member.request_one', {
              names: new Intl.ListFormat(locale, { type: 'disjunction' }).format(
                names.map((name) => `\u2068${name}\u2069`),
              ),
            })}
      </p>
    </Notice>
  );
}
