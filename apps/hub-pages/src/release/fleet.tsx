import type { ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import { Code, digits, Facts, useTexts } from '@kushk/ui';
import classes from './fleet.module.css';

type Fleet = PortalComponents['schemas']['ReleaseResource']['fleet'];

/** How many of the instances that can run the release have accepted it, and how many have refused it. */
export function FleetCounts({ fleet }: { readonly fleet: Fleet }): ReactNode {
  const { t, language } = useTexts();
  if (fleet.compatible === 0) return <p>{t('release.fleet.none')}</p>;
  return (
    <>
      <p>
        {t('release.fleet.summary', {
          accepted: digits(fleet.accepted, language),
          compatible: digits(fleet.compatible, language),
        })}
      </p>
      <Facts facts={[[t('release.fleet.refused'), digits(fleet.refused.length, language)]]} />
    </>
  );
}

/** The instances that refused the release, each with its problems. A publisher sees aliases of instances. */
export function RefusedInstances({ fleet }: { readonly fleet: Fleet }): ReactNode {
  const { t, language } = useTexts();
  return (
    <ul className={classes.refused}>
      {fleet.refused.map(({ instance, problems }) => (
        <li key={instance}>
          <p>
            {t('release.fleet.refused.why')} <Code>{instance}</Code>
          </p>
          <ul>
            {problems.map(({ path, code, message, message_fa }, at) => (
              <li key={`${code} ${path} ${at}`}>
                {path !== '' && (
                  <Code soft breaks>
                    {path}
                  </Code>
                )}{' '}
                <bdi dir="auto">{language === 'fa' ? message_fa : message}</bdi>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
