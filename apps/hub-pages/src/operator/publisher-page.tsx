import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLink, Code, NotFoundPage, Page, PageHead, PagePath, useRoles, useTexts } from '@kushk/ui';
import { StatementsPanel } from '../statements/statements-panel.js';
import { KeysPanel } from './keys-panel.js';
import { MembersPanel } from './members-panel.js';
import { keysQuery, membersQuery, publisherQuery, statementsQuery, trustsQuery } from './queries.js';
import { TrustsPanel } from './trusts-panel.js';

const route = getRouteApi('/publishers/$publisher');

/** One publisher: its keys and trusts, its people, and for settlement its statements. */
export function PublisherPage(): ReactNode {
  const { publisher: id } = route.useParams();
  const { t } = useTexts();
  const isBilling = useRoles().has('billing');
  const { data: publisher } = useQuery(publisherQuery(id));
  // A panel is shown when those above it have their rows, so that it does not move then. All are loaded at once.
  const areKeysShown = !useInfiniteQuery(keysQuery(id)).isPending;
  const areTrustsShown = !useInfiniteQuery(trustsQuery(id)).isPending && areKeysShown;
  const areMembersShown = !useInfiniteQuery(membersQuery(id)).isPending && areTrustsShown;
  const statements = useInfiniteQuery({ ...statementsQuery(id), enabled: isBilling });
  if (publisher === null) return <NotFoundPage />;
  const name = publisher?.name ?? id;
  return (
    <Page>
      <PagePath steps={[<Link to="/publishers">{t('operator.publishers')}</Link>, name]} />
      <PageHead
        title={name}
        note={<Code soft>{id}</Code>}
        actions={
          <Link to="/releases" search={{ publisher: id }} className={buttonLink({ look: 'plain' })}>
            {t('operator.publisher.releases')}
          </Link>
        }
      />
      <KeysPanel publisher={id} />
      {areKeysShown && <TrustsPanel publisher={id} />}
      {areTrustsShown && <MembersPanel publisher={id} />}
      {isBilling && areMembersShown && (
        <StatementsPanel
          publisher={id}
          statements={statements}
          path={`/operator/v1/publishers/${encodeURIComponent(id)}/usage/statement`}
          keysPath="/.well-known/jwks.json"
        />
      )}
    </Page>
  );
}
