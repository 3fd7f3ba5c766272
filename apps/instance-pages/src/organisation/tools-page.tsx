import { useInfiniteQuery } from '@tanstack/react-query';
import { Wrench } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import {
  Code,
  EmptyState,
  ListPanel,
  Page,
  pagedQuery,
  PageHead,
  PagePath,
  RowTitle,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { usePluginName } from './plugins.js';

type Tool = InstanceComponents['schemas']['ToolResource'];

const toolsQuery = () =>
  pagedQuery(['tools', 'list'], (query, signal) =>
    resultOf(instanceApi.GET('/instance/v1/tools', { params: { query }, signal })),
  );

/** What the assistant of the organisation can ask plugins. */
export function ToolsPage(): ReactNode {
  const { t } = useTexts();
  const pluginName = usePluginName();
  const columns: readonly ColumnOf<Tool>[] = [
    {
      key: 'name',
      title: t('organisation.tool'),
      isRowHeader: true,
      cell: ({ name, description }) => (
        <RowTitle title={<Code>{name}</Code>}>
          <small dir="auto">{description}</small>
        </RowTitle>
      ),
    },
    {
      key: 'plugin',
      title: t('organisation.tool.plugin'),
      cell: ({ plugin_id }) => <bdi>{pluginName(plugin_id)}</bdi>,
    },
  ];
  return (
    <Page>
      <PagePath steps={[t('organisation.tools')]} />
      <PageHead title={t('organisation.tools')} note={t('organisation.tools.note')} />
      <ListPanel
        title={t('organisation.tools')}
        query={useInfiniteQuery(toolsQuery())}
        columns={columns}
        keyOf={({ installation_id, name }) => `${installation_id}/${name}`}
        empty={
          <EmptyState icon={<Wrench />} title={t('organisation.tools.empty')}>
            {t('organisation.tools.empty.why')}
          </EmptyState>
        }
      />
    </Page>
  );
}
