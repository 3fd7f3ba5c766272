import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { Page, PageError, PageHead, PagePath, Panel, SkeletonLine, usePageTitle, useTexts } from '@kushk/ui';
import { printManifest } from '@kushk/ui/editor';
import { newManifestText, nextManifestText } from './first-text.js';
import { usePublisher } from './publisher-pages.js';
import { manifestQuery, pluginQuery } from './queries.js';
import { SubmissionForm } from './submission-form.js';

/** A new release: of a plugin that has releases, beginning with its newest manifest, or of a new plugin. */
export function SubmitPage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { plugin } = useSearch({ from: '/portal/$publisher/plugins/submit' });
  usePageTitle(t('portal.submit'));
  const steps = [
    <Link key="plugins" to="/portal/$publisher/plugins" params={{ publisher: publisher.id }}>
      {t('portal.plugins')}
    </Link>,
    ...(plugin === undefined
      ? []
      : [
          <Link key="plugin" to="/portal/$publisher/plugins/$plugin" params={{ publisher: publisher.id, plugin }}>
            {plugin}
          </Link>,
        ]),
    t('portal.submit.path'),
  ];
  return (
    <Page width="wide">
      <PagePath steps={steps} />
      {plugin === undefined ? (
        <SubmissionForm key="" firstText={newManifestText(publisher.id)} plugin={undefined} />
      ) : (
        <NextRelease key={plugin} plugin={plugin} />
      )}
    </Page>
  );
}

/** Loads the newest manifest of the plugin before the editor opens. */
function NextRelease({ plugin }: { readonly plugin: string }): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const known = useQuery(pluginQuery(publisher.id, plugin));
  const newest = known.data?.newest;
  const manifest = useQuery({
    ...manifestQuery({ publisher_id: publisher.id, plugin_id: plugin, version: newest?.version ?? '' }),
    enabled: newest !== undefined,
  });
  const text = useMemo(() => {
    if (newest === undefined || manifest.data === undefined) return null;
    return nextManifestText(manifest.data.source ?? printManifest(manifest.data.manifest), newest.version);
  }, [newest, manifest.data]);
  const failed = [known, manifest].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) return <PageError error={failed.error} reset={() => void failed.refetch()} />;
  if (known.data === null) return <SubmissionForm firstText={newManifestText(publisher.id)} plugin={undefined} />;
  if (text !== null) return <SubmissionForm firstText={text} plugin={plugin} />;
  return (
    <>
      <PageHead title={t('portal.submit')} />
      <Panel title={t('portal.manifest')}>
        <p aria-busy="true">
          <SkeletonLine width="long" />
        </p>
      </Panel>
    </>
  );
}
