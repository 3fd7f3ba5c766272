import { Link } from '@tanstack/react-router';
import { AppWindow } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { NavItem, navLink, useTexts } from '@kushk/ui';
import { nameIn } from '../organisation/plugins.js';
import { usePluginPages } from './queries.js';

/** More would push the service's own pages out of view; all are in the list of installations. */
const MOST_APPS = 12;

/** Entries of the navigation for the apps of the installed plugins. */
export function InstalledApps({ onNavigate }: { onNavigate: () => void }): ReactNode {
  const { language } = useTexts();
  const { data = [] } = usePluginPages();
  return data
    .filter(({ app }) => app !== null)
    .slice(0, MOST_APPS)
    .map(({ installation_id, plugin_id, names, app }) => {
      const name = nameIn(app?.names, language) ?? nameIn(names, language) ?? plugin_id;
      return (
        <li key={installation_id}>
          <Link
            to="/apps/$installation"
            params={{ installation: installation_id }}
            className={navLink}
            onClick={onNavigate}
          >
            <NavItem icon={<AppWindow aria-hidden="true" />}>{name}</NavItem>
          </Link>
        </li>
      );
    });
}
