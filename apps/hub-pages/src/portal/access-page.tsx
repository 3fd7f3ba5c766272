import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page, PageHead, PagePath, useTexts } from '@kushk/ui';
import { AccessesPanel } from './accesses-panel.js';
import { AccessCodesPanel } from './access-codes-panel.js';
import { usePublisher } from './publisher-pages.js';
import { usePluginName } from './use-plugin-name.js';

/** Who sees the private releases of a plugin: its access codes, and the accesses that they have granted. */
export function AccessPage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { plugin: plugin_id } = useParams({ from: '/portal/$publisher/plugins/$plugin/access' });
  const name = usePluginName(plugin_id);
  const of = { publisher_id: publisher.id, plugin_id };
  return (
    <Page>
      <PagePath
        steps={[
          <Link key="plugins" to="/portal/$publisher/plugins" params={{ publisher: publisher.id }}>
            {t('portal.plugins')}
          </Link>,
          <Link
            key="plugin"
            to="/portal/$publisher/plugins/$plugin"
            params={{ publisher: publisher.id, plugin: plugin_id }}
          >
            {name}
          </Link>,
          t('portal.access'),
        ]}
      />
      <PageHead title={t('portal.access')} note={<span>{t('portal.access.what')}</span>} />
      <AccessCodesPanel of={of} />
      <AccessesPanel of={of} />
    </Page>
  );
}
