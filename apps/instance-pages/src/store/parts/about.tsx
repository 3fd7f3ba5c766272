import { LayoutTemplate, PanelRight, Wrench } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Code, day, Facts, inLanguage, Panel, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import type { StorePlugin } from '../queries.js';
import classes from './about.module.css';
import { hostOf } from './destination.js';

/** Who makes the plugin, what its tier means, and where it runs. */
export function About({ plugin, manifest }: { plugin: StorePlugin; manifest: PluginManifest }): ReactNode {
  const { t, language } = useTexts();
  const runs = (
    <>
      {t(`store.kind.${manifest.delivery ?? manifest.kind}`)}
      {manifest.base_url !== undefined && (
        <>
          <br />
          <Code soft breaks>
            {hostOf(manifest.base_url)}
          </Code>
        </>
      )}
    </>
  );
  return (
    <Panel title={t('store.about')}>
      <Facts
        facts={[
          [t('store.publisher'), <Code breaks>{plugin.publisher}</Code>],
          [t('store.tier'), t(`store.tier.${plugin.tier}.means`), 'tier'],
          [t('store.runs'), runs],
          [t('store.published'), day(new Date(plugin.published_at), language)],
          [t('store.version'), <Code>{plugin.version}</Code>],
          [
            t('store.id'),
            <Code soft breaks>
              {plugin.plugin_id}
            </Code>,
          ],
        ]}
      />
    </Panel>
  );
}

/** The pages that the plugin brings. */
export function PluginPages({ manifest: { ui, names } }: { manifest: PluginManifest }): ReactNode {
  const { t, language } = useTexts();
  const panels = ui?.panels ?? [];
  if (ui?.app === undefined && panels.length === 0) return null;
  return (
    <Panel title={t('store.pages')}>
      <ul className={classes.pages}>
        {ui?.app !== undefined && (
          <li>
            <LayoutTemplate aria-hidden="true" />
            <span>
              <b dir="auto">{inLanguage(ui.app.names, language) ?? inLanguage(names, language)}</b>
              <small>{t('store.page.app')}</small>
            </span>
          </li>
        )}
        {panels.map((panel) => (
          <li key={panel.key}>
            <PanelRight className="mirrors" aria-hidden="true" />
            <span>
              <b dir="auto">{inLanguage(panel.names, language) ?? panel.key}</b>
              <small>{t('store.page.panel')}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What the assistant can ask the plugin. */
export function Tools({ manifest: { tools = [] } }: { manifest: PluginManifest }): ReactNode {
  const { t } = useTexts();
  if (tools.length === 0) return null;
  return (
    <Panel title={t('store.tools')} note={t('store.tools.note')}>
      <ul className={classes.pages}>
        {tools.map((tool) => (
          <li key={tool.name}>
            <Wrench aria-hidden="true" />
            <span>
              <Code breaks>{tool.name}</Code>
              <small dir="auto">{tool.description}</small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
