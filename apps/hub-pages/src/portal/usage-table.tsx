import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import { Button, Code, useTexts } from '@kushk/ui';
import { nameOf } from '../release/plugin-title.js';
import { InstallationRows } from './installation-rows.js';
import { usePublisher } from './publisher-pages.js';
import { pluginNamesQuery } from './queries.js';
import { FIGURES, UsageFigures } from './usage-figures.js';
import classes from './usage-table.module.css';

type PluginUsage = PortalComponents['schemas']['PublisherUsage']['plugins'][number];

interface UsageTableProps {
  readonly month: string;
  readonly plugins: readonly PluginUsage[];
}

/** The totals of each plugin; its installations are listed on demand, under their aliases. */
export function UsageTable({ month, plugins }: UsageTableProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('portal.usage.table')}>
      <table className={classes.table} role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">{t('portal.usage.plugin')}</th>
            {FIGURES.map(({ title }) => (
              <th key={title} role="columnheader">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        {plugins.map((plugin) => (
          <PluginRows key={`${month} ${plugin.plugin_id}`} month={month} plugin={plugin} />
        ))}
      </table>
    </div>
  );
}

function PluginRows({ month, plugin }: { readonly month: string; readonly plugin: PluginUsage }): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const [isOpen, setOpen] = useState(false);
  const { data: names } = useQuery(pluginNamesQuery(publisher.id));
  const { plugin_id: id, totals } = plugin;
  const name = nameOf(names?.get(id) ?? {}, id, language);
  return (
    <tbody role="rowgroup">
      <tr role="row" className={classes.plugin}>
        <th role="rowheader">
          <span className={classes.name}>
            <bdi>{name}</bdi>
            <Code soft breaks>
              {id}
            </Code>
            <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {t(isOpen ? 'portal.usage.installations.hide' : 'portal.usage.installations.show')}
            </Button>
          </span>
        </th>
        <UsageFigures usage={totals} />
      </tr>
      {isOpen && <InstallationRows month={month} plugin={id} />}
    </tbody>
  );
}
