import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code, digits, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { MoreButton } from '../lists/more-button.js';
import { amount } from './amount.js';
import { usePublisher } from './publisher-pages.js';
import { installationsQuery } from './queries.js';
import classes from './usage-table.module.css';

const COLUMNS = 8;

/** The installations of a plugin as rows of the table of usage, page by page. */
export function InstallationRows({ month, plugin }: { readonly month: string; readonly plugin: string }): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const query = useInfiniteQuery(installationsQuery({ publisher_id: publisher.id, month, plugin_id: plugin }));
  const items = query.data?.pages.flatMap((page) => page.items);
  if (items === undefined || items.length === 0) {
    return (
      <tr>
        <td colSpan={COLUMNS} className={classes.whole}>
          {items !== undefined ? (
            t('portal.usage.installations.none')
          ) : query.isError ? (
            <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <span aria-busy="true">
              <SkeletonLine width="middle" />
            </span>
          )}
        </td>
      </tr>
    );
  }
  return (
    <>
      {items.map((item) => (
        <tr key={item.alias} className={classes.installation}>
          <th scope="row">
            <Code soft>{item.alias}</Code>
            {item.services.length > 0 && (
              <span className={classes.services}>
                {item.services.map(({ service, count, mu }) => (
                  <span key={service}>
                    {t('portal.usage.service', {
                      service,
                      count: digits(count, language),
                      mu: amount(mu, language),
                    })}
                  </span>
                ))}
              </span>
            )}
          </th>
          <td>{amount(item.mu_consumed, language)}</td>
          <td>{amount(item.mu_purchased, language)}</td>
          <td>{amount(item.mu_gifted, language)}</td>
          <td>{amount(item.mu_reversed, language)}</td>
          <td>{amount(item.mu_revoked, language)}</td>
          <td>{digits(item.proposals_applied, language)}</td>
          <td>{digits(item.proposals_rejected, language)}</td>
        </tr>
      ))}
      {(query.hasNextPage || query.isFetchNextPageError) && (
        <tr>
          <td colSpan={COLUMNS}>
            <MoreButton query={query} />
          </td>
        </tr>
      )}
    </>
  );
}
