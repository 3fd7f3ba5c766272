import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LazySection, ManifestSpace, Page, PageError, PagePath, Panel, usePageTitle, useTexts } from '@kushk/ui';
import { usePublisher } from './publisher-pages.js';
import { manifestQuery, pluginQuery } from './queries.js';
import type { SubmissionProps } from './submission.js';
import { SubmissionHead } from './submission-head.js';

/** A new release: of a plugin that has releases, beginning with its newest manifest, or of a new plugin. */
export function SubmitPage(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { plugin, replaces } = useSearch({ from: '/portal/$publisher/plugins/submit' });
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
        <Submission key="" plugin={undefined} newest={null} />
      ) : (
        <NextRelease key={plugin} plugin={plugin} replaces={replaces} />
      )}
    </Page>
  );
}

/** Loads the newest manifest of the plugin before the editor opens. */
function NextRelease({
  plugin,
  replaces,
}: {
  readonly plugin: string;
  readonly replaces: string | undefined;
}): ReactNode {
  const publisher = usePublisher();
  const known = useQuery(pluginQuery(publisher.id, plugin));
  const newest = known.data?.newest;
  const manifest = useQuery({
    ...manifestQuery({ publisher_id: publisher.id, plugin_id: plugin, version: newest?.version ?? '' }),
    enabled: newest !== undefined,
  });
  const failed = [known, manifest].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) return <PageError error={failed.error} reset={() => void failed.refetch()} />;
  if (known.data === null) return <Submission key={plugin} plugin={undefined} newest={null} />;
  if (newest !== undefined && manifest.data !== undefined)
    return (
      <Submission
        key={plugin}
        plugin={plugin}
        replaces={replaces}
        newest={{ ...manifest.data, version: newest.version, tier: newest.requested_tier }}
      />
    );
  return <Waiting />;
}

const loadSubmission = async () => (await import('./submission.js')).Submission;

/** The form with its editor, which is loaded after the page is drawn. */
function Submission(props: SubmissionProps): ReactNode {
  return <LazySection load={loadSubmission} props={props} waiting={<Waiting />} />;
}

function Waiting(): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <SubmissionHead manifest={undefined} />
      <Panel title={t('portal.manifest')} note={t('portal.manifest.checked')} flush>
        <ManifestSpace text={null} />
      </Panel>
    </>
  );
}
