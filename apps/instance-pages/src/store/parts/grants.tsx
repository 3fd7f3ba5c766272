import { Archive, Coins, Eye, KeyRound, PencilLine, ShieldCheck, type Icon } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Code, inLanguage, scopeSentence, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import classes from './grants.module.css';
import type { RecordCounts } from '../queries.js';
import { CAPABILITIES, capabilityOf, reachOf, type Capability } from './scopes.js';

export const capabilityIcons: Readonly<Record<Capability, Icon>> = {
  reads: Eye,
  proposes: PencilLine,
  keeps: Archive,
  sells: Coins,
  other: KeyRound,
};

type Scopes = NonNullable<PluginManifest['scopes']>;

interface GrantsProps {
  readonly manifest: Pick<PluginManifest, 'scopes' | 'proposals'>;
  readonly counts?: RecordCounts | undefined;
}

/** What a plugin may do: our words first, the publisher's reason below, the code last. */
export function Grants({ manifest, counts }: GrantsProps): ReactNode {
  const { t } = useTexts();
  const entries = Object.entries(manifest.scopes ?? {});
  if (entries.length === 0) return <p className={classes.none}>{t('store.no_access')}</p>;
  return (
    <div>
      {CAPABILITIES.map((capability) => {
        const own = entries.filter(([scope]) => capabilityOf(scope) === capability);
        const Icon = capabilityIcons[capability];
        return (
          own.length > 0 && (
            <section key={capability} className={classes.group} aria-label={t(`store.capability.${capability}`)}>
              <h3>
                <Icon aria-hidden="true" />
                {t(`store.capability.${capability}`)}
              </h3>
              <ul>
                {own.map(([scope, reason]) => (
                  <Grant
                    key={scope}
                    scope={scope}
                    sentence={scopeSentence(scope, t, manifest.proposals)}
                    reason={reason}
                    reach={reachOf(scope, counts, t)}
                  />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

interface GrantProps {
  readonly scope: string;
  readonly sentence: string;
  readonly reason: Scopes[string];
  readonly reach: string | null;
}

function Grant({ scope, sentence, reason, reach }: GrantProps): ReactNode {
  const { language } = useTexts();
  const words = typeof reason === 'string' ? reason : inLanguage(reason, language);
  return (
    <li className={classes.grant}>
      <span className={classes.words}>
        <b>{sentence}</b>
        {reach !== null && <span>{reach}</span>}
        {words !== undefined && words !== '' && (
          <q>
            <bdi>{words}</bdi>
          </q>
        )}
      </span>
      <Code soft breaks>
        {scope}
      </Code>
    </li>
  );
}

/** What holds for every plugin, because the service enforces it. */
export function Guarantees({ sells, isShort = false }: { sells: boolean; isShort?: boolean }): ReactNode {
  const { t } = useTexts();
  const others = ['see', sells ? 'spend' : 'free', 'more', 'stop'] as const;
  return (
    <div className={classes.guarantees}>
      <h3>
        <ShieldCheck aria-hidden="true" />
        {t('store.guarantee.change')}
      </h3>
      {!isShort && (
        <ul>
          {others.map((key) => (
            <li key={key}>{t(`store.guarantee.${key}`)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
