import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLink, Notice, Panel, ProblemNotice, Select, Switch, useTexts } from '@kushk/ui';
import { useUpdatePolicy, type Installation } from './queries.js';
import classes from './updates-panel.module.css';

const CHANNELS = ['stable', 'beta'] as const;

/** Which versions the installation follows, and what can be done about the one that runs. */
export function UpdatesPanel({ installation }: { installation: Installation }): ReactNode {
  const { t } = useTexts();
  const { installation_id: id, channel, follow } = installation;
  const change = useUpdatePolicy(id);
  const shown = change.isPending ? { channel, follow, ...change.variables } : { channel, follow };
  return (
    <Panel
      title={t('installation.updates')}
      actions={
        <Link to="/installations/$id/update" params={{ id }} className={buttonLink({ look: 'quiet' })}>
          {t('installation.updates.look')}
        </Link>
      }
    >
      <div className={classes.fields}>
        <Switch
          label={t('installation.follow')}
          description={t(`installation.follow.${shown.follow}`)}
          isDisabled={change.isPending}
          value={shown.follow === 'auto'}
          onChange={(isAuto) => change.mutate({ follow: isAuto ? 'auto' : 'manual' })}
        />
        <Select
          label={t('installation.channel')}
          help="channel"
          description={t(`installation.channel.${shown.channel}.what`)}
          isDisabled={change.isPending}
          value={shown.channel}
          onChange={(value) => value !== channel && change.mutate({ channel: value as Installation['channel'] })}
          options={CHANNELS.map((value) => ({ value, label: t(`installation.channel.${value}`) }))}
        />
        {installation.installed_at !== null && <NoWayBack installation={installation} />}
        {change.error !== null && <ProblemNotice error={change.error} title={t('installation.updates.not_changed')} />}
      </div>
    </Panel>
  );
}

/** How an earlier version returns, once this one runs. */
function NoWayBack({
  installation: { installation_id: id, version, publisher },
}: {
  installation: Installation;
}): ReactNode {
  const { t } = useTexts();
  return (
    <Notice
      tone="neutral"
      title={t('installation.back', { version })}
      actions={
        <Link
          to="/audit"
          search={{ subject: id, action: 'installation.version_changed' }}
          className={buttonLink({ look: 'quiet' })}
        >
          {t('installation.back.when')}
        </Link>
      }
    >
      <p>{t('installation.back.what', { publisher })}</p>
    </Notice>
  );
}
