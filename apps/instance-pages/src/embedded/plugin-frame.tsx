import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { RecordReference } from '@kushk/bridge-protocol';
import { Button, lazyPart, Notice, ProblemNotice, showToast, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { ofCurrentOrganisation } from '../organisation/organisation-address.js';
import { nameIn } from '../organisation/plugin-names.js';
import type { Plugin } from './plugin-origin.js';
import type { ShellRequest } from './frame-link.js';
import { addressOf } from './page-address.js';
import { PageProblem } from './page-problem.js';
import { PluginQuestion } from './plugin-question.js';
import { usePageCheck, type PageCheck, type Surface } from './queries.js';
import { useShellContext } from './shell-context.js';
import { useFrameLink, type OpenDialog } from './use-frame-link.js';
import classes from './embedded.module.css';

const RecordPicker = lazyPart(async () => (await import('./record-picker.js')).RecordPicker);

interface PluginFrameProps {
  readonly installationId: string;
  readonly surface: Surface;
  readonly record: RecordReference | null;
  /** What the page is called, for screen readers. */
  readonly title: string;
  readonly onTitle?: (title: string) => void;
  readonly onDirty?: (isDirty: boolean) => void;
}

/** Embeds a page of a plugin once the service has checked it, and draws the dialogs that the page asks for. */
export function PluginFrame(props: PluginFrameProps): ReactNode {
  const { language, t } = useTexts();
  const check = usePageCheck(props.installationId, props.surface);
  if (check.error) return <ProblemNotice error={check.error} onRetry={() => check.refetch()} />;
  if (check.data === undefined)
    return <div className={heightOf(props.surface)} aria-busy="true" aria-label={t('embedded.loading')} />;
  const { data } = check;
  const name = nameIn(data.names, language) ?? data.plugin_id;
  if (data.problem !== null) return <PageProblem name={name} check={data} onRetry={() => check.refetch()} />;
  return <CheckedFrame {...props} key={`${data.url} ${data.version}`} check={data} />;
}

const heightOf = ({ surface }: Surface): string => (surface === 'app' ? classes.appSpace! : classes.panelSpace!);

function CheckedFrame(props: PluginFrameProps & { readonly check: PageCheck }): ReactNode {
  const { installationId, surface, record, title, check } = props;
  const { t, language } = useTexts();
  const iframe = useRef<HTMLIFrameElement>(null);
  const router = useRouter();
  const [height, setHeight] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const name = nameIn(check.names, language) ?? check.plugin_id;
  const plugin: Plugin = { id: check.plugin_id, name, origin: check.origin };
  const shell = useShellContext(record);
  const run = (request: ShellRequest): void => {
    switch (request.method) {
      case 'ui.toast':
        return showToast({ tone: tones[request.tone], message: `${name}: ${request.message}` });
      case 'ui.resize':
        return setHeight(request.height);
      case 'ui.setTitle':
        return props.onTitle?.(request.title);
      case 'ui.setDirty':
        return props.onDirty?.(request.dirty);
      case 'ui.navigate': {
        const href = addressOf(request, { installationId, record });
        if (href !== null) void router.navigate({ href });
      }
    }
  };
  const { state, dialog, end } = useFrameLink(iframe, shell, run);

  // The page that is left must not go on with the handle that it has.
  useEffect(() => () => end('handle_denied'), [end]);

  return (
    <div className={classes.frame}>
      {state === 'silent' && <SilentNotice name={name} onRetry={() => setAttempt(attempt + 1)} />}
      {state === 'ended' && <Notice tone="warn" title={t('embedded.ended', { name })} />}
      {state === 'removed' && <GoneNotice />}
      <iframe
        key={attempt}
        ref={iframe}
        className={heightOf(surface)}
        title={title}
        src={frameAddress(installationId, surface)}
        {...(surface.surface === 'panel' && height !== null && { style: { blockSize: height } })}
      />
      {dialog !== null && <PluginDialog plugin={plugin} dialog={dialog} />}
    </div>
  );
}

const tones = { info: 'neutral', success: 'good', error: 'bad' } as const;

function frameAddress(installationId: string, surface: Surface): string {
  const base = `/frames/${encodeURIComponent(installationId)}`;
  const page = surface.surface === 'app' ? 'app' : `panels/${encodeURIComponent(surface.panel)}`;
  return ofCurrentOrganisation(`${base}/${page}`);
}

/** Said in place of a page, or above it, once its plugin is removed or does not run. */
export function GoneNotice(): ReactNode {
  const { t } = useTexts();
  return (
    <Notice tone="warn" title={t('embedded.gone.title')}>
      <p>{t('embedded.gone')}</p>
    </Notice>
  );
}

function SilentNotice({ name, onRetry }: { name: string; onRetry: () => void }): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  return (
    <Notice
      tone="warn"
      title={t('embedded.silent', { name })}
      actions={<Button onPress={onRetry}>{t('again')}</Button>}
    >
      <p>{t(isAdmin ? 'embedded.silent.admin' : 'embedded.silent.member')}</p>
    </Notice>
  );
}

function PluginDialog({ plugin, dialog: { request, answer } }: { plugin: Plugin; dialog: OpenDialog }): ReactNode {
  return request.method === 'ui.confirm' ? (
    <PluginQuestion plugin={plugin} question={request} onAnswer={answer} />
  ) : (
    <RecordPicker plugin={plugin} request={request} onAnswer={answer} />
  );
}
