import { useQuery } from '@tanstack/react-query';
import { Download, RotateCw } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  Code,
  digits,
  Facts,
  moment,
  Notice,
  Panel,
  ProblemNotice,
  showToast,
  SkeletonLine,
  StateDot,
  useTexts,
  type Tone,
} from '@kushk/ui';
import classes from './container-panel.module.css';
import { containerLogQuery, containerQuery, useRestartContainer, type Container } from './queries.js';

const MIB = 1024 * 1024;

const tones: Readonly<Record<Container['state'], Tone>> = {
  waiting: 'neutral',
  starting: 'info',
  running: 'good',
  restarting: 'warn',
  failing: 'bad',
  stopped: 'neutral',
  removing: 'neutral',
};

/** The container of a plugin that runs on this instance: its state, what it tried to reach, and what it wrote. */
export function ContainerPanel({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const found = useQuery(containerQuery(id));
  const restart = useRestartContainer(id);
  const onRestart = (): void =>
    restart.mutate(undefined, {
      onSuccess: () => showToast({ tone: 'good', message: t('installation.container.restarted') }),
    });
  return (
    <Panel
      title={t('installation.container')}
      note={t('installation.container.what')}
      actions={
        <Button isPending={restart.isPending} onPress={onRestart}>
          <RotateCw aria-hidden="true" />
          {t('installation.container.restart')}
        </Button>
      }
    >
      {restart.error && <ProblemNotice error={restart.error} title={t('installation.container.not_restarted')} />}
      {found.error && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <SkeletonLine width="long" />}
      {found.data && (
        <>
          <FailedVersion container={found.data} />
          <State container={found.data} />
          <Denied container={found.data} />
          <Output id={id} />
        </>
      )}
    </Panel>
  );
}

function FailedVersion({ container: { failed_version: failed } }: { container: Container }): ReactNode {
  const { t } = useTexts();
  if (failed === null) return null;
  const { version, reason } = failed;
  return (
    <Notice tone="bad" title={t('installation.container.failed', { version })}>
      <p>{t('installation.container.failed.what', { reason })}</p>
    </Notice>
  );
}

function State({ container }: { container: Container }): ReactNode {
  const { t, language } = useTexts();
  const { state, since, reason, version, image, memory_bytes: used, memory_limit_bytes: limit, restarts } = container;
  const inMib = (bytes: number): string => digits(Math.round(bytes / MIB), language);
  return (
    <Facts
      facts={[
        [
          t('installation.container.state'),
          <>
            <StateDot tone={tones[state]}>{t(`installation.container.${state}`)}</StateDot>{' '}
            {t('installation.container.since', { at: moment(new Date(since), language) })}
          </>,
        ],
        ...(reason === null ? [] : ([[t('installation.container.reason'), <bdi dir="ltr">{reason}</bdi>]] as const)),
        [t('installation.container.version'), <Code>{version}</Code>],
        [
          t('installation.container.memory'),
          used === null
            ? t('installation.container.memory.unknown')
            : t('installation.container.memory.of', { used: inMib(used), limit: inMib(limit) }),
        ],
        [t('installation.container.restarts'), digits(restarts, language)],
        [t('installation.container.image'), <Code breaks>{image}</Code>],
      ]}
    />
  );
}

/** What it tried to reach without being allowed to, newest first. */
function Denied({ container: { egress } }: { container: Container }): ReactNode {
  const { t, language } = useTexts();
  return (
    <section className={classes.part}>
      <h3>{t('installation.container.denied')}</h3>
      {egress.denied.length === 0 ? (
        <p>{t('installation.container.denied.none')}</p>
      ) : (
        <ul className={classes.denied}>
          {egress.denied.map(({ host, port, protocol, count, last_at }) => (
            <li key={`${protocol} ${host} ${String(port)}`}>
              <Code breaks>{port === null ? host : `${host}:${String(port)}`}</Code>
              <span>{protocol === 'dns' ? t('installation.container.denied.name') : protocol.toUpperCase()}</span>
              <span>{t('installation.container.denied.count', { count })}</span>
              <time dateTime={last_at}>{moment(new Date(last_at), language)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The output is read only when the admin asks for it: it may have 256 KiB. */
function Output({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  const log = useQuery({ ...containerLogQuery(id), enabled: isShown });
  return (
    <section className={classes.part}>
      <h3>{t('installation.container.log')}</h3>
      {log.error && <ProblemNotice error={log.error} onRetry={() => log.refetch()} />}
      {log.data?.truncated === true && <p>{t('installation.container.log.cut')}</p>}
      {log.data !== undefined &&
        (log.data.lines.length === 0 ? (
          <p>{t('installation.container.log.empty')}</p>
        ) : (
          <pre dir="ltr" tabIndex={0} aria-label={t('installation.container.log')} className={classes.log}>
            {log.data.lines.join('\n')}
          </pre>
        ))}
      <div className={classes.actions}>
        <Button isPending={isShown && log.isFetching} onPress={() => (isShown ? void log.refetch() : setShown(true))}>
          {t(isShown ? 'installation.container.log.refresh' : 'installation.container.log.show')}
        </Button>
        {log.data !== undefined && log.data.lines.length > 0 && (
          <Button look="quiet" onPress={() => save(`${id}.log`, log.data.lines)}>
            <Download aria-hidden="true" />
            {t('installation.container.log.save')}
          </Button>
        )}
      </div>
      {log.data !== undefined && log.data.lines.length > 0 && <p>{t('installation.container.log.private')}</p>}
    </section>
  );
}

/** The publisher does not see the output. An admin who wants help sends this file. */
function save(fileName: string, lines: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
