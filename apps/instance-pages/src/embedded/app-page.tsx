import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { Puzzle } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  DialogActions,
  EmptyState,
  ModalDialog,
  PageHead,
  PagePath,
  ProblemNotice,
  SkeletonLine,
  Tile,
  TitleText,
  usePageTitle,
  useTexts,
} from '@kushk/ui';
import { nameIn } from '../organisation/plugin-names.js';
import { PluginFrame } from './plugin-frame.js';
import { usePluginPages, type PluginPages } from './queries.js';
import classes from './embedded.module.css';

const route = getRouteApi('/apps/$installation');

/** A plugin's app as a page of the shell. */
export function AppPage(): ReactNode {
  const { installation } = route.useParams();
  const { t } = useTexts();
  const { data, error, refetch } = usePluginPages();
  if (error) return <ProblemNotice fills error={error} onRetry={() => refetch()} />;
  if (data === undefined)
    return (
      <div className={classes.app} aria-busy="true">
        <PageHead
          title={
            <>
              <span className="hidden-visually">{t('embedded.loading')}</span>
              <SkeletonLine width="short" />
            </>
          }
        />
      </div>
    );
  const pages = data.find(({ installation_id, app }) => installation_id === installation && app !== null);
  if (pages === undefined)
    return (
      <EmptyState level={1} icon={<Puzzle />} title={t('embedded.gone.title')}>
        {t('embedded.gone')}
      </EmptyState>
    );
  return <App key={installation} pages={pages} />;
}

function App({ pages }: { pages: PluginPages }): ReactNode {
  const { t, language } = useTexts();
  const [subtitle, setSubtitle] = useState('');
  const [isDirty, setDirty] = useState(false);
  const name = nameIn(pages.names, language) ?? pages.plugin_id;
  const appName = nameIn(pages.app?.names, language) ?? name;
  usePageTitle(subtitle === '' ? appName : `${subtitle} · ${appName}`);
  const leave = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true });
  return (
    <div className={classes.app}>
      <PagePath steps={[appName]} />
      <PageHead
        tile={<Tile id={pages.plugin_id} name={name} />}
        title={<TitleText>{appName}</TitleText>}
        {...(subtitle !== '' && { note: <TitleText>{subtitle}</TitleText> })}
      />
      <PluginFrame
        installationId={pages.installation_id}
        surface={{ surface: 'app' }}
        record={null}
        title={appName}
        onTitle={setSubtitle}
        onDirty={setDirty}
      />
      <ModalDialog
        isAlert
        isOpen={leave.status === 'blocked'}
        title={t('embedded.leave.title')}
        onClose={() => leave.reset?.()}
      >
        <p>{t('embedded.leave', { name })}</p>
        <DialogActions>
          <Button look="quiet" onPress={() => leave.proceed?.()}>
            {t('embedded.leave.yes')}
          </Button>
          <Button autoFocus onPress={() => leave.reset?.()}>
            {t('embedded.leave.no')}
          </Button>
        </DialogActions>
      </ModalDialog>
    </div>
  );
}
