import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code, digits, MoreButton, muNumber, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { usePublisher } from './publisher-pages.js';
import { installationsQuery } from './queries.js';
import { FIGURES, UsageFigures } from './usage-figures.js';
import classes from './usage-table.module.css';

const COLUMNS = FIGURES.length + 1;

/** The installations of a plugin as rows of the table of usage, page by page. */
export function InstallationRows({ month, plugin }: { readonly month: string; readonly plugin: string }): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const query = useInfiniteQuery(installationsQuery({ publisher_id: publisher.id, month, plugin_id: plugin }));
  const items = query.data?.pages.flatMap((page) => page.items);
  if (items === undefined || items.length === 0) {
    return (
      <tr role="row">
        <td role="cell" colSpan={COLUMNS} className={classes.whole}>
          {items !== undefined ? (
            t('portal.usage.installations.none')
          ) : query.isError ? (
            <ProblemNotice error={query.error} onRetry={() => query.refetch()} />
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
        <tr key={item.alias} role="row" className={classes.installation}>
          <th role="rowheader">
            <Code soft>{item.alias}</Code>
            {item.services.length > 0 && (
              <span className={classes.services}>
                {item.services.map(({ service, count, mu }) => (
                  <span key={service}>
                    <Code>{service}</Code>:{' '}
                    {t('portal.usage.service', {
                      count: digits(count, language),
                      mu: muNumber(mu, language),
                    })}
                  </span>
                ))}
              </span>
            )}
          </th>
          <UsageFigures usage={item} />
        </tr>
      ))}
      {(query.hasNextPage || query.isFetchNextPageError) && (
        <tr role="row">
          <td role="cell" colSpan={COLUMNS} className={classes.whole}>
            <MoreButton query={query} />
          </td>
        </tr>
      )}
    </>
  );
}
