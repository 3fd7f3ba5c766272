import { ArrowUpRight } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Code, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import classes from './destination.module.css';

/** Where the data goes that a plugin reads. */
export function Destination({ manifest }: { manifest: PluginManifest }): ReactNode {
  const { t } = useTexts();
  const { kind, base_url, egress = [] } = manifest;
  return (
    <div className={classes.goes}>
      <ArrowUpRight className="mirrors" aria-hidden="true" />
      <div>
        <b>
          {t(
            kind === 'external'
              ? base_url === undefined
                ? 'store.goes.poll'
                : 'store.goes.external'
              : egress.length > 0
                ? 'store.goes.egress'
                : 'store.goes.nowhere',
          )}
        </b>
        {kind === 'external' && base_url !== undefined && <Code breaks>{base_url}</Code>}
        {kind === 'instance' && egress.length > 0 && (
          <ul>
            {egress.map((host) => (
              <li key={host}>
                <Code breaks>{host}</Code>
              </li>
            ))}
          </ul>
        )}
        <p>{t(kind === 'external' ? 'store.goes.external.means' : 'store.goes.instance.means')}</p>
      </div>
    </div>
  );
}

/** The host of an address, without its scheme. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
