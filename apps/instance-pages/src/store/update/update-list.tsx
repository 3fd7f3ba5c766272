import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Coins, KeyRound, Link2, Network, ShieldMinus, type Icon } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Badge, Code, digits, inLanguage, muText, scopeSentence, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import { planName, serviceName } from '../parts/plan-names.js';
import { reachOf } from '../parts/scopes.js';
import { recordCountsQuery } from '../queries.js';
import type { UpdateItem } from './update-items.js';
import classes from './update-list.module.css';

interface UpdateListProps {
  readonly items: readonly UpdateItem[];
  readonly smaller: readonly string[];
  readonly installed: PluginManifest;
  readonly next: PluginManifest;
  /** The active plan. */
  readonly plan: string | null;
}

/** What the admin consents to: only what differs from the last consent. */
export function UpdateList({ items, smaller, installed, next, plan }: UpdateListProps): ReactNode {
  const { t } = useTexts();
  return (
    <ul className={classes.list}>
      {items.map((item, at) => (
        <Item key={at} {...{ item, installed, next, plan }} />
      ))}
      {smaller.length > 0 && (
        <li className={classes.one}>
          <span className={classes.space} />
          <div className={classes.words}>
            <b>{t('store.update.also')}</b>
            <ul className={classes.smaller}>
              {smaller.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        </li>
      )}
    </ul>
  );
}

type ItemProps = Pick<UpdateListProps, 'installed' | 'next' | 'plan'> & { readonly item: UpdateItem };

function Item({ item, installed, next, plan }: ItemProps): ReactNode {
  const { t, language } = useTexts();
  switch (item.kind) {
    case 'scope':
      return <NewScope scope={item.scope} next={next} reason={next.scopes?.[item.scope] ?? item.reason} />;
    case 'scope_ends':
      return (
        <Row icon={ShieldMinus} title={t('store.update.scope_ends')}>
          <span className={classes.soft}>{scopeSentence(item.scope, t, installed.proposals)}</span>
          <Code soft>{item.scope}</Code>
        </Row>
      );
    case 'address': {
      const address = (text: string) => (text === '' ? t('store.update.no_address') : <Code breaks>{text}</Code>);
      return (
        <Row icon={Link2} title={t('store.update.address')} badge={<Badge tone="warn">{t('store.update.new')}</Badge>}>
          <Values before={address(item.before)} after={address(item.after)} tone="warn" />
        </Row>
      );
    }
    case 'egress':
      return (
        <Row icon={Network} title={t('store.update.egress')}>
          {item.removed.map((host) => (
            <Values key={host} before={<Code>{host}</Code>} after={null} tone="good" />
          ))}
          {item.added.map((host) => (
            <Values key={host} before={null} after={<Code>{host}</Code>} tone="warn" />
          ))}
        </Row>
      );
    case 'plan_ends': {
      const plan = installed.plans?.find(({ key }) => key === item.plan);
      const name = plan === undefined ? item.plan : planName(plan, language);
      return (
        <Row icon={Coins} title={t('store.update.plan_ends', { name })}>
          <span className={classes.soft}>{t('store.update.plan_ends.what')}</span>
        </Row>
      );
    }
    case 'rate':
      return <Rate item={item} manifest={item.after === null ? installed : next} isOwn={item.plan === plan} />;
  }
}

function NewScope({
  scope,
  next,
  reason,
}: {
  scope: string;
  next: UpdateListProps['next'];
  reason: NonNullable<PluginManifest['scopes']>[string];
}): ReactNode {
  const { t, language } = useTexts();
  const reach = reachOf(scope, useQuery(recordCountsQuery).data, t);
  return (
    <Row
      icon={KeyRound}
      title={scopeSentence(scope, t, next.proposals)}
      badge={<Badge tone="warn">{t('store.update.new_access')}</Badge>}
    >
      {reach !== null && <span className={classes.soft}>{reach}</span>}
      <q>
        <bdi>{typeof reason === 'string' ? reason : inLanguage(reason, language)}</bdi>
      </q>
      <Code soft>{scope}</Code>
    </Row>
  );
}

function Rate({
  item: { plan, service: key, before, after, increase },
  manifest,
  isOwn,
}: {
  item: Extract<UpdateItem, { kind: 'rate' }>;
  manifest: PluginManifest;
  /** The rate is one of the active plan. */
  isOwn: boolean;
}): ReactNode {
  const { t, language } = useTexts();
  const named = manifest.plans?.find((one) => one.key === plan);
  const service = serviceName(manifest, key, language);
  const isDearer = before === null || (increase ?? 1) > 0;
  const title =
    after === null
      ? 'store.update.rate_ends'
      : before === null
        ? 'store.update.rate_new'
        : isDearer
          ? 'store.update.rate_up'
          : 'store.update.rate_down';
  const percent =
    increase === null || after === null
      ? undefined
      : digits(increase, language, { style: 'percent', signDisplay: 'always', maximumFractionDigits: 1 });
  return (
    <Row
      icon={Coins}
      title={t(title, { service })}
      badge={percent !== undefined && <Badge tone={isDearer ? 'warn' : 'good'}>{percent}</Badge>}
    >
      <Values
        before={before === null ? null : muText(before, language)}
        after={after === null ? null : muText(after, language)}
        tone={isDearer ? 'warn' : 'good'}
      />
      {!isOwn && (
        <span className={classes.soft}>
          {t('store.update.other_plan', { name: named === undefined ? plan : planName(named, language) })}
        </span>
      )}
    </Row>
  );
}

function Row({
  icon: Icon,
  title,
  badge,
  children,
}: {
  icon: Icon;
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <li className={classes.one}>
      <Icon aria-hidden="true" />
      <div className={classes.words}>
        <b>{title}</b>
        {children}
      </div>
      {badge}
    </li>
  );
}

/** An old value and a new one; either may be missing. */
function Values({ before, after, tone }: { before: ReactNode; after: ReactNode; tone: 'warn' | 'good' }): ReactNode {
  const { t } = useTexts();
  return (
    <span className={classes.values}>
      {before !== null && <del>{before}</del>}
      {before !== null && after !== null && (
        <ArrowRight className="mirrors" size={14} role="img" aria-label={t('changes.becomes')} />
      )}
      {after !== null && <ins className={classes[tone]}>{after}</ins>}
    </span>
  );
}
