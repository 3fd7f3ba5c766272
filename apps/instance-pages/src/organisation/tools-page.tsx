import { Wrench } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { instance, resultOf, type InstanceComponents } from '@kushk/api-client';
import { Code, EmptyState, Page, PageHead, PagePath, Panel, useTexts, type ColumnOf } from '@kushk/ui';
import { pages } from '../records/list-queries.js';
import { RecordList } from '../records/record-list.js';
import classes from './organisation.module.css';
import { usePluginName } from './plugins.js';

type Tool = InstanceComponents['schemas']['ToolResource'] & { readonly id: string };

const toolsQuery = () =>
  pages(['tools', 'list'], async (query, signal) => {
    const { items, next_cursor } = await resultOf(instance.GET('/instance/v1/tools', { params: { query }, signal }));
    return { items: items.map((tool): Tool => ({ ...tool, id: `${tool.installation_id}/${tool.name}` })), next_cursor };
  });

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
        <span className={classes.text}>
          <Code>{name}</Code>
          <small dir="auto">{description}</small>
        </span>
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
      <Panel title={t('organisation.tools')} flush>
        <RecordList
          label={t('organisation.tools')}
          query={toolsQuery()}
          columns={columns}
          empty={
            <EmptyState icon={<Wrench />} title={t('organisation.tools.empty')}>
              {t('organisation.tools.empty.why')}
            </EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}
